-- rowlock.escalation_escalate(id, target_role, expected_role, actor): pass one row on to another role.
-- Reads: rowlock.escalation, rowlock.role, rowlock.role_escalation. Writes: rowlock.escalation, rowlock.approval, rowlock.event.
create or replace function rowlock.escalation_escalate(
  id            uuid,
  target_role   text,
  expected_role text default null,
  actor         uuid default rowlock.actor_current()
)
returns rowlock.escalation
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now    constant timestamptz := clock_timestamp();
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_old    rowlock.escalation;
  v_row    rowlock.escalation;
begin
  perform rowlock._argument_text(field => 'target_role', value => target_role, required => true);
  perform rowlock._argument_text(field => 'expected_role', value => expected_role);
  for i in 1 .. 3 loop
    v_old := rowlock._escalation_open(id => id, access => v_access, gate => 'manage', at => v_now);
    if v_old.role <> expected_role then
      perform rowlock._escalation_refuse(escalation => v_old, reason => 'moved');
    end if;
    perform rowlock._role_chain_check(source_role => v_old.role, target_role => target_role, access => v_access);
    if v_old.assigned_to <> v_access.actor and v_old.assigned_until > v_now
       and not (v_access.is_global or v_old.role = any (v_access.admin_of)) then
      perform rowlock._escalation_refuse(escalation => v_old, reason => 'held');
    end if;

    -- The version guards all that was checked above: a row that changed meanwhile is judged again.
    update only rowlock.escalation e
    set
      role = escalation_escalate.target_role,
      assigned_to = null,
      assigned_until = null,
      claimed_at = null,
      last_holder = null,
      -- What was decided in one role does not count in another.
      approvals = 0,
      -- Versions of a schema are counted by role: in another one the pin would be to another form.
      metadata = e.metadata - 'schema_version',
      -- So do levels, which begin anew.
      level = 0,
      level_repeats = 0,
      level_from = v_now,
      level_at = null,
      version = e.version + 1,
      updated_at = v_now
    where e.id = v_old.id and e.status = 'pending' and e.version = v_old.version
    returning e.* into v_row;

    if found then
      if v_row.approvals_required > 1 then
        perform rowlock._escalation_approvals_void(ids => array[v_row.id]);
      end if;
      perform rowlock._escalation_journal(
        escalation => v_row, verb => 'reassigned', actor => v_access.actor, occurred_at => v_now,
        payload => jsonb_build_object(
          'from_role', v_old.role, 'to_role', v_row.role, 'holder', v_old.assigned_to,
          'on_behalf_of', rowlock._delegation_for(access => v_access, escalation => v_old, manages => true)),
        concerns => v_old.assigned_to);
      return v_row;
    end if;
  end loop;
  perform rowlock._escalation_refuse(escalation => v_old, reason => 'contended');
end;
$$;

comment on function rowlock.escalation_escalate is
  'Move a pending row along a chain of roles; its claim is cleared. expected_role asserts where it is. Raises PT400, PT401, PT403, PT404, PT409.';
revoke all on function rowlock.escalation_escalate from public;
select rowlock._function_grant('escalation_escalate', 'service', 'user', 'proxy');
