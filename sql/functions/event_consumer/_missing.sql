-- rowlock._event_consumer_missing(name): say that there is no such consumer.
create or replace function rowlock._event_consumer_missing(name text)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception 'consumer does not exist'
    using errcode = 'PT404', constraint = 'event_consumer_exists',
          detail = jsonb_build_object('reason', 'not_found', 'name', name)::text,
          hint = 'Declare it with event_consumer_put.';
end;
$$;

comment on function rowlock._event_consumer_missing is
  'Raises PT404.';
revoke all on function rowlock._event_consumer_missing from public;
