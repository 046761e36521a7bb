-- rowlock.timer_run(name): run one timer if it is due and nobody else is at it.
-- Writes: rowlock.timer.
create or replace function rowlock.timer_run(name text)
returns setof rowlock.timer
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now   constant timestamptz := clock_timestamp();
  v_timer rowlock.timer;
  v_rows  bigint;
  v_state text;
  v_error text;
  v_end   timestamptz;
begin
  -- A lock on the row and not an advisory one: that, any login of the server could hold, and stop the work.
  select t.* into v_timer
  from rowlock.timer t
  -- What ended in the future ran before the clock was set back. Another session's run may have ended just after v_now.
  where t.name = timer_run.name and t.enabled
    and (t.due_at <= v_now or t.finished_at > v_now + interval '10 seconds')
  for no key update skip locked;
  if not found then
    if not exists (select from rowlock.timer t where t.name = timer_run.name) then
      raise exception 'timer does not exist'
        using errcode = 'PT404', constraint = 'timer_exists',
              detail = jsonb_build_object('reason', 'not_found', 'name', name)::text,
              hint = 'rowlock.timer lists the timers.';
    end if;
    return;
  end if;

  begin
    -- Dynamic because the table names the function; only the owner of the schema writes the table.
    -- It says how many it did, or returns what it did.
    execute format(
      case when exists (
        select from pg_proc p
        where p.pronamespace = 'rowlock'::regnamespace and p.proname = v_timer.function and p.proretset)
      then 'select count(*) from rowlock.%I(max_rows => $1)' else 'select rowlock.%I(max_rows => $1)' end,
      v_timer.function) into v_rows using v_timer.batch_rows;
  -- Whatever goes wrong is undone and written down; a statement time-out is no error that "others" knows.
  exception when query_canceled or others then
    get stacked diagnostics v_state = returned_sqlstate, v_error = message_text;
    v_error := left(format('%s (%s)', v_error, v_state), 500);
  end;

  v_end := clock_timestamp();
  update rowlock.timer t
  set
    started_at = v_now,
    finished_at = v_end,
    last_rows = v_rows,
    last_error = v_error,
    runs = t.runs + 1,
    failures = t.failures + (v_error is not null)::integer,
    streak = case when v_error is null then 0 else t.streak + 1 end,
    due_at = case
      when v_error is not null then v_end + least(
        interval '10 seconds' * 2 ^ least(t.streak, 10), greatest(t.every, interval '1 minute'))
      when v_rows >= t.batch_rows then v_end
      else v_now + t.every
    end
  where t.name = timer_run.name
  returning t.* into v_timer;
  return next v_timer;
end;
$$;

comment on function rowlock.timer_run is
  'Runs one batch of a timer''s work and returns how it ended; no row: not due, disabled, or another session is at it. An error of the work is recorded, and the next run waits longer. For the service and pg_cron. Raises PT404.';
revoke all on function rowlock.timer_run from public;
select rowlock._function_grant('timer_run', 'service');
