-- rowlock.escalation_level_apply(max_rows): the timer: rows that have waited long enough reach the next level of their role.
-- Reads: rowlock.escalation, rowlock.role_level.
create or replace function rowlock.escalation_level_apply(max_rows integer default 500)
returns integer
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_ids   uuid[];
  v_now   timestamptz;
  v_row   rowlock.escalation;
  v_count integer := 0;
  r       record;
begin
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 10000);
  v_ids := rowlock._escalation_level_candidates(max_rows => max_rows, at => clock_timestamp());
  v_now := clock_timestamp();
  for r in
    select e as escalation, s.step
    from unnest(v_ids) i (id)
    join only rowlock.escalation e on e.id = i.id
    cross join lateral (
      select l as step from rowlock.role_level l
      where l.role = e.role and l.level between e.level and e.level + 1
        and rowlock._escalation_level_due_at(
          e.level, e.created_at, e.level_from, e.level_at, l.level, l.after_minutes, l.repeat_minutes) <= v_now
        -- A row that somebody works on is not taken away, nor given to another.
        and (l.action = 'notify' or e.assigned_until is null or e.assigned_until <= v_now)
      order by l.level desc
      limit 1
    ) s
    where e.status = 'pending' and (e.expires_at is null or e.expires_at > v_now)
    order by e.created_at, e.id
  loop
    v_row := rowlock._escalation_level_step(escalation => r.escalation, step => r.step, actor => null, at => v_now);
    if v_row.id is not null then
      v_count := v_count + 1;
    end if;
  end loop;
  return v_count;
end;
$$;

comment on function rowlock.escalation_level_apply is
  'Takes up to max_rows pending rows one level on, or reminds of the level that they have; returns how many. Each level is reached once and none is skipped, also by many callers at once: call again until a batch is short. Raises PT400.';
revoke all on function rowlock.escalation_level_apply from public;
select rowlock._function_grant('escalation_level_apply', 'service');
