-- rowlock._escalation_level_candidates(max_rows, at): rows that have waited for a level, and locked.
-- Reads: rowlock.escalation, rowlock.role_level.
create or replace function rowlock._escalation_level_candidates(
  max_rows integer,
  at       timestamptz
)
returns uuid[]
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
-- Planned for each role: one has a handful of rows beside the hundred thousand of another.
set plan_cache_mode = force_custom_plan
set jit = off
as $$
declare
  v_ids uuid[] := '{}';
  r     record;
begin
  -- Only roles with levels are looked at, by the two indexes of the queue. Levels go before reminders, and no role
  -- before another: one with more of them than there is time for keeps no other from its turn.
  for r in
    select
      l.role, k.ahead,
      -- A level may have been reached early, so of its reminders the first one says how old a row is at least.
      at - min(case k.ahead when 1 then l.after_minutes else l.repeat_minutes end) * interval '1 minute' as latest
    from rowlock.role_level l
    cross join (values (0), (1)) k (ahead)
    where k.ahead = 1 or l.repeat_minutes is not null
    group by l.role, k.ahead
    order by k.ahead desc, random()
  loop
    -- What somebody works on just now is left to the next time, and keeps no other row from its turn.
    v_ids := v_ids || array(
      select e.id from only rowlock.escalation e
      where e.role = r.role and e.status = 'pending' and e.assigned_until is null and e.created_at <= r.latest
        and (e.expires_at is null or e.expires_at > at)
        and exists (
          select from rowlock.role_level l
          where l.role = r.role and l.level = e.level + r.ahead
            and rowlock._escalation_level_due_at(
              e.level, e.created_at, e.level_from, e.level_at, l.level, l.after_minutes, l.repeat_minutes) <= at)
        and e.id <> all (v_ids)
      limit _escalation_level_candidates.max_rows - cardinality(v_ids)
      for no key update skip locked);
    v_ids := v_ids || array(
      select e.id from only rowlock.escalation e
      where e.role = r.role and e.status = 'pending' and e.assigned_until is not null
        and (e.expires_at is null or e.expires_at > at)
        and exists (
          select from rowlock.role_level l
          where l.role = r.role and l.level = e.level + r.ahead
            and rowlock._escalation_level_due_at(
              e.level, e.created_at, e.level_from, e.level_at, l.level, l.after_minutes, l.repeat_minutes) <= at
            and (l.action = 'notify' or e.assigned_until <= at))
        and e.id <> all (v_ids)
      limit _escalation_level_candidates.max_rows - cardinality(v_ids)
      for no key update skip locked);
    exit when cardinality(v_ids) >= max_rows;
  end loop;
  return v_ids;
end;
$$;

comment on function rowlock._escalation_level_candidates is
  'Ids of up to max_rows rows, locked. Each has to be looked at again: it may have changed before it was locked.';
revoke all on function rowlock._escalation_level_candidates from public;
