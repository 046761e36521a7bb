-- rowlock._delivery_missing(id): refuse a delivery that is not there, or is somebody else's.
create or replace function rowlock._delivery_missing(id uuid)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  perform rowlock._argument_text(field => 'id', value => id::text, required => true);
  raise exception 'delivery does not exist'
    using errcode = 'PT404', constraint = 'delivery_exists',
          detail = jsonb_build_object('reason', 'not_found', 'id', id)::text,
          hint = 'Check the id; those that ended are removed after a while, and with their webhook.';
end;
$$;

comment on function rowlock._delivery_missing is 'Raises PT404, or PT400 without an id.';
revoke all on function rowlock._delivery_missing from public;
