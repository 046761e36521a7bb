-- rowlock.role_get(role, actor): one role with its schemas and relations.
-- Reads: rowlock.role, rowlock.role_upstream, rowlock.role_escalation, rowlock.membership.
create or replace function rowlock.role_get(
  role  text,
  actor uuid default rowlock.actor_current()
)
returns rowlock.role_detail
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_role   rowlock.role;
begin
  perform rowlock._argument_text(field => 'role', value => role, required => true);
  select r.* into v_role from rowlock.role r where r.role = role_get.role;
  if not found then
    perform rowlock._role_missing(role => role);
  end if;
  return rowlock._role_detail(v_role);
end;
$$;

comment on function rowlock.role_get is
  'The role with its dials, schemas, upstream roles and escalation targets; any signed-in account may see it. Raises PT400, PT401, PT403, PT404.';
revoke all on function rowlock.role_get from public;
select rowlock._function_grant('role_get', 'service', 'user', 'proxy');
