-- rowlock._webhook_missing(id): refuse a webhook that is not there, or is somebody else's.
create or replace function rowlock._webhook_missing(id uuid)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  perform rowlock._argument_text(field => 'id', value => id::text, required => true);
  raise exception 'webhook does not exist'
    using errcode = 'PT404', constraint = 'webhook_exists',
          detail = jsonb_build_object('reason', 'not_found', 'id', id)::text,
          hint = 'Check the id; webhooks are seen by their owner and by global accounts.';
end;
$$;

comment on function rowlock._webhook_missing is 'Raises PT404, or PT400 without an id.';
revoke all on function rowlock._webhook_missing from public;
