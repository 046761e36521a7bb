-- rowlock.run_stop(id, reason, actor): a running run is stopped.
-- Reads: rowlock.run. Writes: rowlock.run, rowlock.run_lease, rowlock.event.
create or replace function rowlock.run_stop(
  id     uuid,
  reason text default null,
  actor  uuid default rowlock.actor_current()
)
returns rowlock.run
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_run    rowlock.run;
begin
  perform rowlock._argument_text(field => 'reason', value => reason, max_length => 10000);
  perform rowlock._actor_planner(access => v_access);
  v_run := rowlock._run_lock(id => id);
  if v_run.status <> 'running' then
    perform rowlock._transition_refuse(machine => 'run', id => v_run.id, from_status => v_run.status, to_status => 'stopped');
  end if;
  return rowlock._run_end(
    run => v_run, status => 'stopped', failure_reason => null, exit_code => null, at => clock_timestamp(), access => v_access,
    reason => reason);
end;
$$;

comment on function rowlock.run_stop is
  'Ends a running run for good, and calls off what it still asks; its worker reads that and ends the session. The event has the reason. One that is pending or spawning cannot be stopped. For whoever may write the plan. Raises PT400, PT401, PT403, PT404, PT409.
Example: {"reason": "not needed any more"}';
revoke all on function rowlock.run_stop from public;
select rowlock._function_grant('run_stop', 'service', 'user', 'proxy');
