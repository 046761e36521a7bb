-- rowlock._process_record(process): the one public shape of a process.
create or replace function rowlock._process_record(process rowlock.process_info)
returns jsonb
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return jsonb_build_object(
    'origin_id', process.origin_id,
    'status', process.status,
    'workflow_type', process.workflow_type,
    'stats', jsonb_build_object(
      'tasks', process.tasks,
      'open', process.open,
      'needs_intervention', process.needs_intervention,
      'completed', process.completed,
      'failed', process.failed,
      'cancelled', process.cancelled,
      'escalations', process.escalations,
      'escalations_open', process.escalations_open),
    'started_at', rowlock._time_iso(process.started_at),
    'ended_at', rowlock._time_iso(process.ended_at));
end;
$$;

comment on function rowlock._process_record is
  'A process as JSON: status escalated when a row is open or a task needs intervention, else active while a task is open, else completed.
Record process: {
  "origin_id": "order-7", "status": "active|escalated|completed", "workflow_type": "ship-order",
  "stats": {"tasks": 3, "open": 1, "needs_intervention": 0, "completed": 1, "failed": 1, "cancelled": 0, "escalations": 2, "escalations_open": 0},
  "started_at": "2026-03-01T08:55:00.000000Z", "ended_at|null!": "2026-03-01T10:00:00.000000Z"}';
revoke all on function rowlock._process_record from public;
