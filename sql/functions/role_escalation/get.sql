-- rowlock.role_escalation_get(role, actor): where rows of a role may be escalated to.
-- Reads: rowlock.role, rowlock.role_escalation.
create or replace function rowlock.role_escalation_get(
  role  text,
  actor uuid default rowlock.actor_current()
)
returns rowlock.role_escalation_targets
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
begin
  perform rowlock._argument_text(field => 'role', value => role, required => true);
  if not exists (select from rowlock.role r where r.role = role_escalation_get.role) then
    perform rowlock._role_missing(role => role);
  end if;
  return row(role, array(
    select c.target_role from rowlock.role_escalation c where c.source_role = role_escalation_get.role order by 1));
end;
$$;

comment on function rowlock.role_escalation_get is
  'The targets of the chains from a role; any signed-in account may see them. Raises PT400, PT401, PT403, PT404.
Answers: {"role": "reviewer", "targets": ["engineer"]}';
revoke all on function rowlock.role_escalation_get from public;
select rowlock._function_grant('role_escalation_get', 'service', 'user', 'proxy');
