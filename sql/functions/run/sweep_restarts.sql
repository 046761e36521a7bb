-- rowlock.run_sweep_restarts(max_rows): failed runs start again by policy, one batch a call.
-- Reads: rowlock.run, rowlock.setting. Writes: rowlock.run, rowlock.escalation, rowlock.event.
create or replace function rowlock.run_sweep_restarts(max_rows integer default 500)
returns setof rowlock.run
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_now  constant timestamptz := clock_timestamp();
  v_most constant integer := rowlock._run_max_attempts();
  v_runs rowlock.run[];
  v_run  rowlock.run;
begin
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 10000);
  -- What no host took would only wait once more.
  v_runs := array(
    select r
    from rowlock.run r
    where r.status = 'failed' and (
      r.failure_reason is null or r.failure_reason not in ('dispatch_timeout', 'no_eligible_host', 'restart_exhausted'))
    order by r.finished_at, r.id
    limit run_sweep_restarts.max_rows
    for update skip locked);
  -- Those that do not start again call off what they ask.
  perform rowlock._run_asks_lock(ids => array(select r.id from unnest(v_runs) r where r.attempt >= v_most));
  foreach v_run in array v_runs loop
    v_run := (rowlock._run_restart(run => v_run, max_attempts => v_most, at => v_now)).run;
    return next v_run;
  end loop;
end;
$$;

comment on function rowlock.run_sweep_restarts is
  'Requeues up to max_rows failed runs, without a pause, until they have had as many attempts as the setting run_max_attempts says; of all reasons but dispatch_timeout and no_eligible_host. Who wants none of it disables the timer run_restart. Raises PT400.';
revoke all on function rowlock.run_sweep_restarts from public;
select rowlock._function_grant('run_sweep_restarts', 'service');
