-- rowlock._escalation_level_move(escalation, step, actor, at, other): a row goes where the level that it reached takes it.
-- Writes: rowlock.escalation, rowlock.approval, rowlock.event.
create or replace function rowlock._escalation_level_move(
  escalation rowlock.escalation,
  step       rowlock.role_level,
  actor      uuid,
  at         timestamptz,
  other      uuid default null
)
returns rowlock.escalation
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_moves constant boolean := step.action = 'reassign';
  v_row   rowlock.escalation;
begin
  update only rowlock.escalation e
  set
    role = coalesce(step.target_role, e.role),
    assigned_to = step.target_user,
    assigned_until = null,
    claimed_at = null,
    last_holder = null,
    -- As escalate has it: approvals, the pin of a schema and levels are of the role that it leaves.
    approvals = case when v_moves then 0 else e.approvals end,
    metadata = case when v_moves then e.metadata - 'schema_version' else e.metadata end,
    level = case when v_moves then 0 else e.level end,
    level_from = case when v_moves then _escalation_level_move.at else e.level_from end,
    level_at = case when v_moves then null else e.level_at end,
    version = e.version + 1,
    updated_at = _escalation_level_move.at
  where e.id = escalation.id and e.version = escalation.version
  returning e.* into v_row;
  if v_moves and v_row.approvals_required > 1 then
    perform rowlock._escalation_approvals_void(ids => array[v_row.id]);
  end if;
  perform rowlock._escalation_journal(
    escalation => v_row, verb => 'reassigned', actor => _escalation_level_move.actor, occurred_at => at,
    payload => jsonb_build_object(
      'from_role', case when v_moves then escalation.role end, 'to_role', step.target_role,
      'assigned_to', step.target_user, 'holder', escalation.assigned_to, 'on_behalf_of', other),
    concerns => case when v_moves then escalation.assigned_to end);
  return v_row;
end;
$$;

comment on function rowlock._escalation_level_move is
  'The row afterwards: in target_role, or assigned to target_user without a claim. The caller has just written it.';
revoke all on function rowlock._escalation_level_move from public;
