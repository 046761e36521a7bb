-- rowlock._namespace_missing(name): say that there is no such tenant.
create or replace function rowlock._namespace_missing(name text)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception 'namespace does not exist'
    using errcode = 'PT404', constraint = 'namespace_exists',
          detail = jsonb_build_object('reason', 'not_found', 'name', name)::text,
          hint = 'namespace_list tells the tenants.';
end;
$$;

comment on function rowlock._namespace_missing is
  'Raises PT404.';
revoke all on function rowlock._namespace_missing from public;
