-- rowlock.namespace_delete(name, actor): a tenant is served no more; its schema stays as it is.
-- Writes: rowlock.namespace, rowlock.event.
create or replace function rowlock.namespace_delete(
  name  text,
  actor uuid default rowlock.actor_current()
)
returns rowlock.namespace
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access    constant rowlock.access := rowlock._actor_access(actor => actor);
  v_namespace rowlock.namespace;
begin
  perform rowlock._actor_global(access => v_access);
  perform rowlock._argument_text(field => 'name', value => name, required => true);
  delete from rowlock.namespace n
  where n.name = namespace_delete.name and not rowlock._namespace_is_own(namespace => n)
  returning n.* into v_namespace;
  if found then
    v_namespace.version := v_namespace.version + 1;
    perform rowlock._namespace_journal(namespace => v_namespace, change => 'deleted', actor => v_access.actor);
    return v_namespace;
  end if;

  if not exists (select from rowlock.namespace n where n.name = namespace_delete.name) then
    perform rowlock._namespace_missing(name => name);
  end if;
  raise exception 'namespace is the registry''s own'
    using errcode = 'PT409', constraint = 'namespace_own',
          detail = jsonb_build_object('reason', 'own', 'name', name)::text,
          hint = 'The service is started with it; without ROWLOCK_TENANTS it serves nothing else.';
end;
$$;

comment on function rowlock.namespace_delete is
  'Takes a tenant out of the registry and returns it as it was; its schema and all data stay. Needs global access. Raises PT400, PT401, PT403, PT404, PT409.';
revoke all on function rowlock.namespace_delete from public;
select rowlock._function_grant('namespace_delete', 'service', 'user', 'proxy');
