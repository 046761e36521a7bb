-- rowlock.namespace_list_served(): the tenants that a service answers for.
-- Reads: rowlock.namespace.
create or replace function rowlock.namespace_list_served()
returns setof rowlock.namespace_served
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select n.name, n.schema_name, n.dsn_name, n.hosts, n.is_default, rowlock._namespace_is_own(namespace => n), n.settings
  from rowlock.namespace n
  where n.status = 'active'
  order by n.name;
$$;

comment on function rowlock.namespace_list_served is
  'The active tenants, for the service itself.';
revoke all on function rowlock.namespace_list_served from public;
select rowlock._function_grant('namespace_list_served', 'service');
