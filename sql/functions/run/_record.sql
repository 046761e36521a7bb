-- rowlock._run_record(run): the one public shape of a run, on every surface.
-- Reads: rowlock.escalation.
create or replace function rowlock._run_record(run rowlock.run)
returns jsonb
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return jsonb_build_object(
    'id', run.id,
    'work_item_id', run.work_item_id,
    'host_id', run.host_id,
    'target_host_id', run.target_host_id,
    'provider', run.provider,
    'session_name', run.session_name,
    'status', run.status,
    'parked', rowlock._run_parked(id => run.id, status => run.status),
    'attempt', run.attempt,
    'last_progress_seq', run.last_progress_seq,
    'failure_reason', run.failure_reason,
    'pending_since', rowlock._time_iso(run.pending_since),
    'cwd', run.cwd,
    'exit_code', run.exit_code,
    'origin_id', run.origin_id,
    'parent_id', run.parent_id,
    'created_by', run.created_by,
    'version', run.version,
    'started_at', rowlock._time_iso(run.started_at),
    'finished_at', rowlock._time_iso(run.finished_at),
    'created_at', rowlock._time_iso(run.created_at),
    'updated_at', rowlock._time_iso(run.updated_at)
  );
end;
$$;

comment on function rowlock._run_record is
  'The run as JSON, times in ISO 8601 UTC; parked: it is running and waits for an answer.
Record run: {
  "id": "4b1f6c2e-93a7-4c58-8d0e-7a6b5c4d3e2f", "work_item_id": "6e5d4c3b-2a19-4807-b6f5-e4d3c2b1a099",
  "host_id|null": "3d6c5b4a-9f8e-4d7c-8b6a-5f4e3d2c1b0a", "target_host_id|null": "3d6c5b4a-9f8e-4d7c-8b6a-5f4e3d2c1b0a",
  "provider": "claude|codex|grok|gemini", "session_name": "rowlock-4b1f6c2e",
  "status": "pending|spawning|running|exited|failed|stopped", "parked": false, "attempt": 1, "last_progress_seq|null": 12,
  "failure_reason|null!": "host_lost|session_lost|spawn_failed|restart_exhausted|dispatch_timeout|no_eligible_host",
  "pending_since": "2026-03-01T08:55:00.000000Z", "cwd": "/srv/shop", "exit_code|null!": 0,
  "origin_id|text": "6e5d4c3b-2a19-4807-b6f5-e4d3c2b1a099", "parent_id|text|null!": "0195f3a0-7c1e-7b2a-9d3f-5e4c8b6a7d10",
  "created_by|null": "7f0c2f4e-6a53-4d0e-9c39-1f2b3c4d5e6f", "version": 3, "started_at|null": "2026-03-01T09:00:00.000000Z",
  "finished_at|null!": "2026-03-01T10:00:00.000000Z", "created_at": "2026-03-01T08:55:00.000000Z",
  "updated_at": "2026-03-01T09:00:00.000000Z", "item_title?": "Write the guide", "project_id?": "3a1c5e7f-9b2d-4f60-8e1a-7c6b5d4e3f20", "project_name?": "Plan",
  "host_name?|null": "mac-mini-7", "lease?|null": "$run_lease"}';
revoke all on function rowlock._run_record from public;
