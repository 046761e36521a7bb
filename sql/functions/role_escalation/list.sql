-- rowlock.role_escalation_list(source_role, target_role, actor): the chains, all or those from or to a role.
-- Reads: rowlock.role_escalation.
create or replace function rowlock.role_escalation_list(
  source_role text default null,
  target_role text default null,
  actor       uuid default rowlock.actor_current()
)
returns setof rowlock.role_escalation
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
begin
  perform rowlock._argument_text(field => 'source_role', value => source_role);
  perform rowlock._argument_text(field => 'target_role', value => target_role);
  return query
  select c.*
  from rowlock.role_escalation c
  where (role_escalation_list.source_role is null or c.source_role = role_escalation_list.source_role)
    and (role_escalation_list.target_role is null or c.target_role = role_escalation_list.target_role)
  order by c.source_role, c.target_role;
end;
$$;

comment on function rowlock.role_escalation_list is
  'From which role a row may be escalated to which; any signed-in account may see it. Raises PT400, PT401, PT403.';
revoke all on function rowlock.role_escalation_list from public;
select rowlock._function_grant('role_escalation_list', 'service', 'user', 'proxy');
