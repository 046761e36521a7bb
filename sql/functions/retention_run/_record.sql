-- rowlock._retention_run_record(run): a run of retention as every surface shows it.
create or replace function rowlock._retention_run_record(run rowlock.retention_run)
returns jsonb
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return jsonb_build_object(
    'id', run.id,
    'rule', run.rule,
    'subject', run.subject,
    'action', run.action,
    'started_at', rowlock._time_iso(run.started_at),
    'finished_at', rowlock._time_iso(run.finished_at),
    'batches', run.batches,
    'row_count', run.row_count,
    'held_by', run.held_by,
    'error_state', run.error_state,
    'error', run.error,
    'actor', run.actor);
end;
$$;

comment on function rowlock._retention_run_record is
  'The run as JSON; finished_at null: there is more to do; actor null: the timer.
Record retention_run: {
  "id": 7, "rule": "events", "subject": "event", "action": "delete|archive", "started_at": "2026-03-01T09:00:00.000000Z",
  "finished_at|null": "2026-03-01T09:00:00.100000Z", "batches": 1, "row_count": 700, "held_by|null": "warehouse",
  "error_state|null!": "55P03", "error|null!": "a lock could not be had", "actor|null": "7f0c2f4e-6a53-4d0e-9c39-1f2b3c4d5e6f"}';
revoke all on function rowlock._retention_run_record from public;
