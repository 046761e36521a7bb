-- rowlock._escalation_level_step(escalation, step, actor, at, other): one row reaches a level of its role, or is reminded of it.
-- Reads: rowlock.role. Writes: rowlock.escalation, rowlock.approval, rowlock.event.
create or replace function rowlock._escalation_level_step(
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
  v_remind constant boolean := step.level = escalation.level;
  v_reason text;
  v_row    rowlock.escalation;
begin
  if step.action = 'assign' then
    v_reason := rowlock._role_level_hindrance(user_id => step.target_user, role => step.role);
  elsif step.action = 'reassign' then
    -- Held until the row is there, so that the role is not deleted meanwhile.
    perform from rowlock.role r where r.role = step.target_role for key share;
    if not found then
      v_reason := 'unknown_role';
    end if;
  end if;

  -- The version guards level and role too: of two who would take the same step one finds it taken.
  update only rowlock.escalation e
  set
    level = step.level,
    level_repeats = case when v_remind then e.level_repeats + 1 else 0 end,
    -- After an outage one reminder stands for all that were missed, and the next one comes in its turn.
    level_at = case
      when v_remind then e.level_at + interval '1 minute' * step.repeat_minutes * floor(
        extract(epoch from _escalation_level_step.at - e.level_at) / (60 * step.repeat_minutes))
      else _escalation_level_step.at
    end,
    version = e.version + 1,
    updated_at = _escalation_level_step.at
  where e.id = escalation.id and e.status = 'pending' and e.version = escalation.version
    and e.role = step.role and e.level = escalation.level
  returning e.* into v_row;
  if not found then
    return null;
  end if;
  perform rowlock._escalation_journal(
    escalation => v_row, verb => 'level_reached', actor => _escalation_level_step.actor, occurred_at => at,
    payload => jsonb_build_object(
      'level', v_row.level, 'action', step.action, 'repeat', v_row.level_repeats,
      'from_role', case when step.action = 'reassign' then v_row.role end, 'to_role', step.target_role,
      'assigned_to', step.target_user, 'applied', v_reason is null, 'reason', v_reason, 'on_behalf_of', other));
  if step.action = 'notify' or v_reason is not null then
    return v_row;
  end if;
  return rowlock._escalation_level_move(escalation => v_row, step => step, actor => actor, at => at, other => other);
end;
$$;

comment on function rowlock._escalation_level_step is
  'The row afterwards; null where it changed since it was read. The caller has found the step due, or is let take it early.';
revoke all on function rowlock._escalation_level_step from public;
