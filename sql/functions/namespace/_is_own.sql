-- rowlock._namespace_is_own(namespace): is it the schema that holds this registry?
create or replace function rowlock._namespace_is_own(namespace rowlock.namespace)
returns boolean
language sql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
  select namespace.schema_name = 'rowlock' and namespace.dsn_name is null;
$$;

comment on function rowlock._namespace_is_own is
  'Whether a tenant is this schema itself: the service is started with it, so it is always served.';
revoke all on function rowlock._namespace_is_own from public;
