-- rowlock.role_escalation_delete(source_role, target_role, actor): take a chain away.
-- Reads: rowlock.role. Writes: rowlock.role_escalation, rowlock.event.
create or replace function rowlock.role_escalation_delete(
  source_role text,
  target_role text,
  actor       uuid default rowlock.actor_current()
)
returns rowlock.role_escalation
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
  perform from rowlock.role r where r.role = role_escalation_delete.source_role for no key update;
  delete from rowlock.role_escalation c
  where c.source_role = role_escalation_delete.source_role and c.target_role = role_escalation_delete.target_role
  returning c.* into v_chain;
  if not found then
    raise exception 'chain does not exist'
      using errcode = 'PT404', constraint = 'role_escalation_exists',
            detail = jsonb_build_object(
              'reason', 'not_found', 'source_role', source_role, 'target_role', target_role)::text,
            hint = 'List the chains.';
  end if;
  perform rowlock._role_escalation_journal(
    role => v_chain.source_role, added => '{}', removed => array[v_chain.target_role], actor => v_access.actor);
  return v_chain;
end;
$$;

comment on function rowlock.role_escalation_delete is
  'Removes a chain and returns it; rows that went along it stay where they are. Needs admin type on the source role, or global access. Raises PT400, PT401, PT403, PT404.';
revoke all on function rowlock.role_escalation_delete from public;
select rowlock._function_grant('role_escalation_delete', 'service', 'user', 'proxy');
