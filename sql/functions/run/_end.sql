-- rowlock._run_end(run, status, failure_reason, exit_code, at, access, reason): the one way out of pending, spawning and running.
-- Reads: rowlock.setting. Writes: rowlock.run, rowlock.run_lease, rowlock.escalation, rowlock.event.
create or replace function rowlock._run_end(
  run            rowlock.run,
  status         text,
  failure_reason text,
  exit_code      integer,
  at             timestamptz,
  access         rowlock.access default null,
  reason         text default null
)
returns rowlock.run
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_run rowlock.run;
  v_seq bigint;
begin
  -- The caller has locked it; an edge that is none is refused by the gate.
  update rowlock.run r
  set
    status = _run_end.status,
    failure_reason = _run_end.failure_reason,
    exit_code = _run_end.exit_code,
    finished_at = _run_end.at,
    version = r.version + 1,
    updated_at = _run_end.at
  where r.id = run.id
  returning r.* into v_run;

  -- A command that ended is told by its exit code, whichever it is; how it failed otherwise, by the reason.
  v_seq := rowlock._run_journal(
    run => v_run, verb => case when exit_code is not null then 'finished' else status end,
    actor => access.actor, occurred_at => at,
    payload => jsonb_build_object('exit_code', exit_code, 'failure_reason', failure_reason, 'reason', reason));
  perform rowlock._run_lease_end(run => v_run, reason => 'ended', at => at, access => access);
  -- The next attempt goes on with what this one asks; where none comes by itself, nobody waits for the answers.
  if status <> 'failed' or v_run.failure_reason in ('dispatch_timeout', 'no_eligible_host')
    or v_run.attempt >= rowlock._run_max_attempts()
  then
    perform rowlock._run_asks_cancel(ids => array[v_run.id], reason => 'run_ended', at => at, access => access);
  end if;
  return v_run;
end;
$$;

comment on function rowlock._run_end is
  'Writes status, reason and stamps, ends the lease, calls off what the run still asks unless it may start again, and journals run.finished, failed or stopped. Raises PT409.';
revoke all on function rowlock._run_end from public;
