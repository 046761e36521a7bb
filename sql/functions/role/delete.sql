-- rowlock.role_delete(role, actor): remove a role that nothing names any more.
-- Reads: rowlock.membership, rowlock.persona_role, rowlock.role_escalation, rowlock.escalation. Writes: rowlock.role, rowlock.event.
create or replace function rowlock.role_delete(
  role  text,
  actor uuid default rowlock.actor_current()
)
returns rowlock.role
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_wait   constant text := current_setting('lock_timeout');
  v_set    text;
  v_role   rowlock.role;
begin
  perform rowlock._argument_text(field => 'role', value => role, required => true);
  perform rowlock._actor_global(access => v_access);
  if role in ('admin', 'superadmin') then
    raise exception 'role is built in'
      using errcode = 'PT409', constraint = 'role_built_in',
            detail = jsonb_build_object('reason', 'built_in', 'role', role)::text,
            hint = 'Global access hangs on the roles admin and superadmin; they stay.';
  end if;
  -- Any login of the server can hold the lock, and who asks in the role waits for who waits here: nobody does so for long.
  if v_wait = '0' then
    v_set := set_config('lock_timeout', '2s', true);
  end if;
  -- Whoever is about to name the role holds its row, or this lock: what the statement after it does not see is not there.
  perform from rowlock.role r where r.role = role_delete.role for update;
  if not found then
    perform rowlock._role_missing(role => role);
  end if;
  perform pg_advisory_xact_lock('rowlock.role'::regclass::oid::integer, hashtext(role));
  v_set := set_config('lock_timeout', v_wait, true);

  delete from rowlock.role r
  where r.role = role_delete.role and rowlock._role_used(role => r.role) = '{}'
  returning r.* into v_role;

  if found then
    perform rowlock._event_append(
      topic => 'role.updated', subject_type => 'role', subject_id => v_role.role, role => v_role.role,
      actor => v_access.actor, payload => jsonb_build_object('change', 'deleted'));
    return v_role;
  end if;
  raise exception 'role is in use'
    using errcode = 'PT409', constraint = 'role_in_use',
          detail = jsonb_build_object('reason', 'in_use', 'role', role, 'uses', rowlock._role_used(role => role))::text,
          hint = 'Revoke its memberships, take it out of personas, remove its chains, relations and the levels that lead to it, and end its pending rows first.';
end;
$$;

comment on function rowlock.role_delete is
  'Removes a role with its versions and levels and returns it. Refused while memberships, personas, chains, levels of other roles, other roles or pending rows name it; the detail counts them. Waits two seconds at most for who is about to name it, or as long as lock_timeout says. Needs global access. Raises PT400, PT401, PT403, PT404, PT409.';
revoke all on function rowlock.role_delete from public;
select rowlock._function_grant('role_delete', 'service', 'user', 'proxy');
