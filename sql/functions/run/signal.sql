-- rowlock.run_signal(id, attempt, kind, seq, payload, actor): what the wrapper of a run's session reports.
-- Reads: rowlock.run, rowlock.host. Writes: rowlock.run, rowlock.processed_signal, rowlock.run_lease, rowlock.event.
create or replace function rowlock.run_signal(
  id      uuid,
  attempt integer,
  kind    text,
  seq     bigint default null,
  payload jsonb default '{}',
  actor   uuid default rowlock.actor_current()
)
returns rowlock.run_outcome
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access  constant rowlock.access := rowlock._actor_access(actor => actor);
  v_payload constant jsonb := coalesce(nullif(payload, 'null'), '{}');
  v_now     timestamptz;
  v_run     rowlock.run;
begin
  perform rowlock._run_wrapper(access => v_access);
  -- Nobody starts another attempt while this one is judged.
  v_run := rowlock._run_lock(id => id);
  v_now := clock_timestamp();
  if kind is null or kind not in ('started', 'finished', 'failed', 'progress') then
    perform rowlock._run_protocol(what => 'kind', hint => 'started, progress, finished or failed.');
  elsif not rowlock._run_epoch(run => v_run, attempt => attempt) then
    return row('stale', v_run)::rowlock.run_outcome;
  end if;
  perform rowlock._run_speaks(run => v_run, access => v_access);

  if kind <> 'progress' then
    -- Ledger, state and event are one transaction: a signal that is refused can be sent again.
    insert into rowlock.processed_signal (run_id, attempt, kind, received_at)
    values (v_run.id, attempt, kind, v_now)
    on conflict on constraint processed_signal_pkey do nothing;
    if not found then
      return row('duplicate', v_run)::rowlock.run_outcome;
    end if;
  end if;
  perform rowlock._run_signal_check(kind => kind, seq => seq, payload => v_payload);
  if kind = 'progress' and v_run.status = 'running' and seq <= v_run.last_progress_seq then
    return row('out_of_order', v_run)::rowlock.run_outcome;
  end if;
  return row('applied', rowlock._run_signal_apply(
    run => v_run, kind => kind, seq => seq, payload => v_payload, at => v_now, access => v_access))::rowlock.run_outcome;
end;
$$;

comment on function rowlock.run_signal is
  'kind: started, progress (with seq; payload {lines, bytes, at}), finished (payload {exit_code}) or failed. outcome: applied; stale, of an earlier attempt; duplicate, applied before; out_of_order, of progress that is behind. Only what is applied leaves an event, and never what the run wrote. A signal that the status forbids is refused and can be sent again. For the bot of the host, however that stands, and global callers. Raises PT400, PT401, PT403, PT404, PT409.
Example: {"attempt": 1, "kind": "finished", "payload": {"exit_code": 0}}';
revoke all on function rowlock.run_signal from public;
select rowlock._function_grant('run_signal', 'service', 'user', 'proxy');
