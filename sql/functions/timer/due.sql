-- rowlock.timer_due(): the timers and how many seconds each has to wait, the first one due first.
-- Reads: rowlock.timer.
create or replace function rowlock.timer_due()
returns setof rowlock.timer_wait
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  -- What ended in the future ran before the clock was set back; timer_run says the same.
  select t.name, case when t.finished_at > c.at + interval '10 seconds' then 0 else extract(epoch from t.due_at - c.at) end::double precision
  from rowlock.timer t
  cross join clock_timestamp() c (at)
  where t.enabled
  order by t.due_at, t.name;
$$;

comment on function rowlock.timer_due is 'When to call timer_run next, by the clock of the database. For the service alone.';
revoke all on function rowlock.timer_due from public;
select rowlock._function_grant('timer_due', 'service');
