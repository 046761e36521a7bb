-- rowlock._run_restart(run, max_attempts, at, access): start a failed run again, unless it had its attempts.
-- Writes: rowlock.run, rowlock.escalation, rowlock.event.
create or replace function rowlock._run_restart(
  run          rowlock.run,
  max_attempts integer,
  at           timestamptz,
  access       rowlock.access default null
)
returns rowlock.run_outcome
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_run rowlock.run := run;
begin
  if run.attempt < max_attempts then
    -- No event: the next run.spawning shows the attempt. The ledger is kept: it counts by attempts.
    update rowlock.run r
    set
      status = 'pending',
      attempt = r.attempt + 1,
      host_id = null,
      failure_reason = null,
      exit_code = null,
      last_progress_seq = null,
      started_at = null,
      finished_at = null,
      pending_since = at,
      version = r.version + 1,
      updated_at = at
    where r.id = run.id
    returning r.* into v_run;
    return row('requeued', v_run)::rowlock.run_outcome;
  end if;

  if run.failure_reason is distinct from 'restart_exhausted' then
    update rowlock.run r
    set failure_reason = 'restart_exhausted', version = r.version + 1, updated_at = at
    where r.id = run.id
    returning r.* into v_run;
    perform rowlock._run_asks_cancel(ids => array[v_run.id], reason => 'run_ended', at => at, access => access);
  end if;
  return row('exhausted', v_run)::rowlock.run_outcome;
end;
$$;

comment on function rowlock._run_restart is
  'Of a failed run that the caller has locked: pending again as a further attempt, or failed for good with the reason restart_exhausted.';
revoke all on function rowlock._run_restart from public;
