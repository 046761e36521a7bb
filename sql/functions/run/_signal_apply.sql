-- rowlock._run_signal_apply(run, kind, seq, payload, at, access): what a signal does to a run that is locked.
-- Writes: rowlock.run, rowlock.run_lease, rowlock.event.
create or replace function rowlock._run_signal_apply(
  run     rowlock.run,
  kind    text,
  seq     bigint,
  payload jsonb,
  at      timestamptz,
  access  rowlock.access
)
returns rowlock.run
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_exit constant integer := (payload ->> 'exit_code')::numeric::integer;
  v_run  rowlock.run;
  v_seq  bigint;
begin
  case
    when kind = 'started' and run.status = 'spawning' then
      update rowlock.run r
      set status = 'running', started_at = at, version = r.version + 1, updated_at = at
      where r.id = run.id
      returning r.* into v_run;
      v_seq := rowlock._run_journal(run => v_run, verb => 'started', actor => access.actor, occurred_at => at);
    when kind = 'finished' and run.status = 'running' then
      v_run := rowlock._run_end(
        run => run, status => case v_exit when 0 then 'exited' else 'failed' end, failure_reason => null,
        exit_code => v_exit, at => at, access => access);
    when kind = 'finished' and run.status = 'stopped' then
      -- The end of what was stopped: told, and nothing goes on from here.
      update rowlock.run r
      set exit_code = v_exit, finished_at = coalesce(r.finished_at, at), version = r.version + 1, updated_at = at
      where r.id = run.id
      returning r.* into v_run;
      v_seq := rowlock._run_journal(
        run => v_run, verb => 'finished', actor => access.actor, occurred_at => at,
        payload => jsonb_build_object('exit_code', v_exit));
    when kind = 'failed' and run.status in ('spawning', 'running') then
      v_run := rowlock._run_end(
        run => run, status => 'failed', failure_reason => case run.status when 'spawning' then 'spawn_failed' end,
        exit_code => null, at => at, access => access);
    when kind = 'progress' and run.status = 'running' then
      update rowlock.run r
      set last_progress_seq = _run_signal_apply.seq, version = r.version + 1, updated_at = at
      where r.id = run.id
      returning r.* into v_run;
      v_seq := rowlock._run_journal(
        run => v_run, verb => 'output_appended', actor => access.actor, occurred_at => at,
        payload => jsonb_build_object(
          'seq', seq, 'lines', payload -> 'lines', 'bytes', payload -> 'bytes',
          'at', rowlock._time_iso(coalesce(rowlock._time_parse(payload ->> 'at'), at))));
    else
      perform rowlock._run_signal_refuse(run => run, kind => kind, exit_code => v_exit);
  end case;
  return v_run;
end;
$$;

comment on function rowlock._run_signal_apply is
  'State and event of one signal; an exit code other than 0 fails the run, without a reason and without run.failed. Raises PT409.';
revoke all on function rowlock._run_signal_apply from public;
