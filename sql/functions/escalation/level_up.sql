-- rowlock.escalation_level_up(id, expected_level, expected_role, actor): a row reaches the next level of its role now.
-- Reads: rowlock.role_level.
create or replace function rowlock.escalation_level_up(
  id             uuid,
  expected_level integer,
  expected_role  text default null,
  actor          uuid default rowlock.actor_current()
)
returns rowlock.escalation
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now    constant timestamptz := clock_timestamp();
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_old    rowlock.escalation;
  v_step   rowlock.role_level;
  v_row    rowlock.escalation;
begin
  perform rowlock._argument_range(field => 'expected_level', value => expected_level, low => 0, high => 9);
  perform rowlock._argument_text(field => 'expected_role', value => expected_role);
  for i in 1 .. 3 loop
    v_old := rowlock._escalation_open(id => id, access => v_access, gate => 'manage', at => v_now);
    if v_old.role <> expected_role then
      perform rowlock._escalation_refuse(escalation => v_old, reason => 'moved');
    elsif v_old.level <> expected_level then
      perform rowlock._escalation_refuse(escalation => v_old, reason => 'level_changed');
    end if;
    select l.* into v_step from rowlock.role_level l where l.role = v_old.role and l.level = v_old.level + 1;
    if not found then
      perform rowlock._escalation_refuse(escalation => v_old, reason => 'last_level');
    end if;
    if v_step.action <> 'notify' and v_old.assigned_to <> v_access.actor and v_old.assigned_until > v_now
       and not (v_access.is_global or v_old.role = any (v_access.admin_of)) then
      perform rowlock._escalation_refuse(escalation => v_old, reason => 'held');
    end if;
    v_row := rowlock._escalation_level_step(
      escalation => v_old, step => v_step, actor => v_access.actor, at => v_now,
      other => rowlock._delegation_for(access => v_access, escalation => v_old, manages => true));
    if v_row.id is not null then
      return v_row;
    end if;
  end loop;
  perform rowlock._escalation_refuse(escalation => v_old, reason => 'contended');
end;
$$;

comment on function rowlock.escalation_level_up is
  'Takes a pending row to the next level of its role now, with all that the level does; not past one that was reached meanwhile: expected_level asserts where it is, and expected_role, as levels begin at 0 again in another role. Needs write scope on the whole role; reassign and assign end the claim of the caller, or of anybody when the caller has admin type or global access. Raises PT400, PT401, PT403, PT404, PT409.
Example: {"expected_level": 0, "expected_role": "reviewer"}';
revoke all on function rowlock.escalation_level_up from public;
select rowlock._function_grant('escalation_level_up', 'service', 'user', 'proxy');
