-- rowlock.namespace_list(actor): every tenant, by name.
-- Reads: rowlock.namespace.
create or replace function rowlock.namespace_list(actor uuid default rowlock.actor_current())
returns setof rowlock.namespace
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform rowlock._actor_global(access => rowlock._actor_access(actor => actor));
  return query select n.* from rowlock.namespace n order by n.name;
end;
$$;

comment on function rowlock.namespace_list is
  'The tenants, by name, disabled ones too. Needs global access. Raises PT401, PT403.';
revoke all on function rowlock.namespace_list from public;
select rowlock._function_grant('namespace_list', 'service', 'user', 'proxy');
