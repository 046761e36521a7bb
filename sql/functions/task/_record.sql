-- rowlock._task_record(task, whole): the one public shape of a task, on every surface.
create or replace function rowlock._task_record(
  task  rowlock.task,
  whole boolean
)
returns jsonb
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_task constant rowlock.task := rowlock._task_masked(task => task, whole => whole);
begin
  return jsonb_build_object(
    'id', v_task.id,
    'workflow_id', v_task.workflow_id,
    'workflow_type', v_task.workflow_type,
    'lt_type', v_task.lt_type,
    'task_queue', v_task.task_queue,
    'status', v_task.status,
    'priority', v_task.priority,
    'signal_id', v_task.signal_id,
    'parent_workflow_id', v_task.parent_workflow_id,
    'origin_id', v_task.origin_id,
    'parent_id', v_task.parent_id,
    'escalation_id', v_task.escalation_id,
    'metadata', v_task.metadata,
    'milestones', v_task.milestones,
    'trace_id', v_task.trace_id,
    'span_id', v_task.span_id,
    'initiated_by', v_task.initiated_by,
    'principal_type', v_task.principal_type,
    'version', v_task.version,
    'started_at', rowlock._time_iso(v_task.started_at),
    'completed_at', rowlock._time_iso(v_task.completed_at),
    'created_at', rowlock._time_iso(v_task.created_at),
    'updated_at', rowlock._time_iso(v_task.updated_at)
  ) || case
    when whole then jsonb_build_object(
      'envelope', coalesce(v_task.envelope, '{}')::text, 'data', v_task.data, 'error', v_task.error)
    else '{}'
  end;
end;
$$;

comment on function rowlock._task_record is
  'The task as JSON: times in ISO 8601 UTC, envelope as a JSON string. envelope, data, error and the detail of milestones are missing unless whole.
Record task: {
  "id": "9c8b7a69-5847-4635-a241-302f1e0d9c8b", "workflow_id": "wf-7", "workflow_type": "ship-order", "lt_type|null": "shipping",
  "task_queue|null": "orders", "status": "pending|in_progress|needs_intervention|completed|failed|cancelled", "priority": 2,
  "signal_id|null": "ship-7", "parent_workflow_id|null": "wf-6", "origin_id": "order-7", "parent_id|null": "wf-6",
  "escalation_id|null": "0195f3a0-7c1e-7b2a-9d3f-5e4c8b6a7d10", "metadata": {"*": "*", "region": "north"}, "milestones": [],
  "trace_id|null": "4bf92f3577b34da6a3ce929d0e0e4736", "span_id|null": "00f067aa0ba902b7",
  "initiated_by": "7f0c2f4e-6a53-4d0e-9c39-1f2b3c4d5e6f", "principal_type": "user|bot", "version": 2,
  "started_at|null": "2026-03-01T09:00:00.000000Z", "completed_at|null!": "2026-03-01T10:00:00.000000Z",
  "created_at": "2026-03-01T08:55:00.000000Z", "updated_at": "2026-03-01T09:00:00.000000Z",
  "envelope?": "{\"step\": 3}", "data?|null": {"*": "*", "parcel": 7}, "error?|null!": {"*": "*", "message": "no parcel left"}}';
revoke all on function rowlock._task_record from public;
