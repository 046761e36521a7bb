-- rowlock.role_escalation_create(source_role, target_role, actor): let rows of a role be escalated to another.
-- Reads: rowlock.role. Writes: rowlock.role_escalation, rowlock.event.
create or replace function rowlock.role_escalation_create(
  source_role text,
  target_role text,
  actor       uuid default rowlock.actor_current()
)
returns rowlock.role_escalation_created
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_chain  rowlock.role_escalation;
begin
  perform rowlock._argument_text(field => 'source_role', value => source_role, required => true);
  perform rowlock._argument_text(field => 'target_role', value => target_role, required => true);
  perform rowlock._role_admin(access => v_access, role => source_role);
  -- Changes of the chains from one role go one after the other.
  perform from rowlock.role r where r.role = role_escalation_create.source_role for no key update;
  if not found then
    perform rowlock._argument_refuse(
      field => 'source_role', reason => 'unknown_role', hint => 'Name a role that exists.');
  end if;
  perform rowlock._role_known_check(field => 'target_role', roles => array[target_role], role => source_role);

  insert into rowlock.role_escalation as c (source_role, target_role)
  values (role_escalation_create.source_role, role_escalation_create.target_role)
  on conflict on constraint role_escalation_pkey do nothing
  returning c.* into v_chain;
  if found then
    perform rowlock._role_escalation_journal(
      role => v_chain.source_role, added => array[v_chain.target_role], removed => '{}', actor => v_access.actor);
    return row(v_chain, true)::rowlock.role_escalation_created;
  end if;
  select c.* into v_chain
  from rowlock.role_escalation c
  where c.source_role = role_escalation_create.source_role and c.target_role = role_escalation_create.target_role;
  return row(v_chain, false)::rowlock.role_escalation_created;
end;
$$;

comment on function rowlock.role_escalation_create is
  'A chain from one role to another; one that exists comes back, created = false. Needs admin type on the source role, or global access. Raises PT400, PT401, PT403.';
revoke all on function rowlock.role_escalation_create from public;
select rowlock._function_grant('role_escalation_create', 'service', 'user', 'proxy');
