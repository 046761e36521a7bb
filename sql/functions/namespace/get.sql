-- rowlock.namespace_get(name, actor): one tenant.
-- Reads: rowlock.namespace.
create or replace function rowlock.namespace_get(
  name  text,
  actor uuid default rowlock.actor_current()
)
returns rowlock.namespace
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_namespace rowlock.namespace;
begin
  perform rowlock._actor_global(access => rowlock._actor_access(actor => actor));
  perform rowlock._argument_text(field => 'name', value => name, required => true);
  select n.* into v_namespace from rowlock.namespace n where n.name = namespace_get.name;
  if not found then
    perform rowlock._namespace_missing(name => name);
  end if;
  return v_namespace;
end;
$$;

comment on function rowlock.namespace_get is
  'One tenant, by its name. Needs global access. Raises PT400, PT401, PT403, PT404.';
revoke all on function rowlock.namespace_get from public;
select rowlock._function_grant('namespace_get', 'service', 'user', 'proxy');
