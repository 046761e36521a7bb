-- rowlock.run_interrupt(id, signal, actor): a process signal is sent to the session of a run.
-- Reads: rowlock.run. Writes: rowlock.event.
create or replace function rowlock.run_interrupt(
  id     uuid,
  signal text default 'INT',
  actor  uuid default rowlock.actor_current()
)
returns rowlock.run
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_run    rowlock.run;
  v_seq    bigint;
begin
  perform rowlock._argument_text(field => 'signal', value => signal, required => true);
  if signal not in ('HUP', 'INT', 'QUIT', 'TERM', 'KILL', 'USR1', 'USR2') then
    perform rowlock._argument_refuse(field => 'signal', reason => 'unknown', hint => 'HUP, INT, QUIT, TERM, KILL, USR1 or USR2.');
  end if;
  perform rowlock._actor_planner(access => v_access);
  v_run := rowlock._run_lock(id => id);
  if v_run.status not in ('running', 'stopped') then
    perform rowlock._run_not_running(run => v_run);
  end if;
  v_seq := rowlock._run_journal(
    run => v_run, verb => 'signal_received', actor => v_access.actor, occurred_at => clock_timestamp(),
    payload => jsonb_build_object('signal', signal));
  return v_run;
end;
$$;

comment on function rowlock.run_interrupt is
  'Tells the worker, by the event run.signal_received, to send the signal to the process; the run stays as it is. For running and stopped runs; for whoever may write the plan. Raises PT400, PT401, PT403, PT404, PT409.
Example: {"signal": "TERM"}';
revoke all on function rowlock.run_interrupt from public;
select rowlock._function_grant('run_interrupt', 'service', 'user', 'proxy');
