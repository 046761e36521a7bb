-- rowlock._escalation_levels(escalation): what becomes of a row that waits: the levels of its role, and when each is due.
-- Reads: rowlock.role_level.
create or replace function rowlock._escalation_levels(escalation rowlock.escalation)
returns jsonb
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select coalesce(jsonb_agg(
      rowlock._role_level_record(l) || jsonb_build_object('due_at', rowlock._time_iso(
        -- As of a row at the level before: each one counts from the same moment.
        case when escalation.status = 'pending' and l.level > escalation.level then rowlock._escalation_level_due_at(
          (l.level - 1)::smallint, escalation.created_at, escalation.level_from, escalation.level_at,
          l.level, l.after_minutes, l.repeat_minutes) end))
      order by l.level), '[]')
    from rowlock.role_level l
    where l.role = escalation.role);
end;
$$;

comment on function rowlock._escalation_levels is 'As JSON, the first one first; due_at is null of a level that was reached, and when the row has ended.';
revoke all on function rowlock._escalation_levels from public;
