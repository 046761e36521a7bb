-- rowlock.run_attempts_answer(result): the attempts of a run, as HTTP answers them.
create or replace function rowlock.run_attempts_answer(result rowlock.run_attempt[])
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, jsonb_build_object('attempts', (
    select coalesce(
      jsonb_agg(
        to_jsonb(a.*) - 'ordinality' || jsonb_build_object(
          'pending_since', rowlock._time_iso(a.pending_since), 'taken_at', rowlock._time_iso(a.taken_at),
          'started_at', rowlock._time_iso(a.started_at), 'ended_at', rowlock._time_iso(a.ended_at))
        order by a.ordinality),
      '[]')
    from unnest(result) with ordinality a)))::rowlock.http_answer;
end;
$$;

comment on function rowlock.run_attempts_answer is
  'The attempts, latest first. progress: the last number, how much it wrote, and when it last did; signals: the ledger, in which each kind is once.
Answers: {"attempts": [{
  "attempt": 1, "status": "pending|spawning|running|exited|failed|stopped",
  "host_id|null": "3d6c5b4a-9f8e-4d7c-8b6a-5f4e3d2c1b0a", "host_name|null": "mac-mini-7",
  "pending_since|null": "2026-03-01T08:55:00.000000Z", "taken_at|null": "2026-03-01T08:59:00.000000Z",
  "started_at|null": "2026-03-01T09:00:00.000000Z", "ended_at|null": "2026-03-01T10:00:00.000000Z",
  "failure_reason|null!": "host_lost|session_lost|spawn_failed|restart_exhausted|dispatch_timeout|no_eligible_host",
  "exit_code|null": 0, "stop_reason|null!": "not needed any more", "stopped_by|null!": "7f0c2f4e-6a53-4d0e-9c39-1f2b3c4d5e6f",
  "progress|null": {"seq": 12, "lines|null": 340, "bytes|null": 20480, "at|null": "2026-03-01T09:59:00.000000Z"},
  "signals": [{"kind": "started|finished|failed", "received_at": "2026-03-01T09:00:00.000000Z"}]}]}';
revoke all on function rowlock.run_attempts_answer from public;
select rowlock._function_grant('run_attempts_answer', 'service');
