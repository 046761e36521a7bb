-- rowlock._doctor_timer(): is background work done?
-- Reads: rowlock.timer.
create or replace function rowlock._doctor_timer()
returns setof rowlock.doctor_check
language sql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
  select 'timer ' || t.name, c.state, c.detail, case when c.state <> 'ok' then c.hint end
  from rowlock.timer t
  cross join lateral (
    select
      case
        when not t.enabled then 'warn'
        when t.streak >= 3 then 'fail'
        when t.streak > 0 or t.due_at < clock_timestamp() - greatest(t.every, interval '1 minute') then 'warn'
        else 'ok'
      end as state,
      case
        when not t.enabled then 'is disabled'
        when t.streak > 0 then format('failed %s times in a row: %s', t.streak, t.last_error)
        when t.started_at is null then format('never ran, due since %s', date_trunc('second', t.due_at))
        else format('every %s, last ran %s ago', t.every, date_trunc('second', clock_timestamp() - t.finished_at))
      end as detail,
      case
        when not t.enabled then 'If it is to run, set enabled of its row in rowlock.timer.'
        when t.streak > 0 then 'It is tried again, with ever longer pauses.'
        else 'Late: no service runs its timers (ROWLOCK_TIMERS), and pg_cron calls rowlock.timer_run neither; or somebody holds a lock.'
      end as hint
  ) c
  order by t.name;
$$;

comment on function rowlock._doctor_timer is 'One check a timer: late, failing, disabled.';
revoke all on function rowlock._doctor_timer from public;
