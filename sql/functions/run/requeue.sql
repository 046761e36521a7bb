-- rowlock.run_requeue(id, max_attempts, actor): a failed run starts again.
-- Reads: rowlock.run, rowlock.setting. Writes: rowlock.run.
create or replace function rowlock.run_requeue(
  id           uuid,
  max_attempts integer default null,
  actor        uuid default rowlock.actor_current()
)
returns rowlock.run_outcome
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_most   constant integer := coalesce(max_attempts, rowlock._run_max_attempts());
  v_run    rowlock.run;
begin
  perform rowlock._argument_range(field => 'max_attempts', value => v_most, low => 1, high => 1000);
  perform rowlock._actor_planner(access => v_access);
  v_run := rowlock._run_lock(id => id);
  if v_run.status <> 'failed' then
    perform rowlock._transition_refuse(machine => 'run', id => v_run.id, from_status => v_run.status, to_status => 'pending');
  end if;
  return rowlock._run_restart(run => v_run, max_attempts => v_most, at => clock_timestamp(), access => v_access);
end;
$$;

comment on function rowlock.run_requeue is
  'outcome: requeued, pending as the next attempt, whatever it failed of; exhausted, when it has had max_attempts (default: the setting run_max_attempts, 3), and stays failed. For whoever may write the plan. Raises PT400, PT401, PT403, PT404, PT409.
Example: {"max_attempts": 5}';
revoke all on function rowlock.run_requeue from public;
select rowlock._function_grant('run_requeue', 'service', 'user', 'proxy');
