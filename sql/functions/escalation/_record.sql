-- rowlock._escalation_record(escalation): the one public shape of a row, on every surface.
create or replace function rowlock._escalation_record(escalation rowlock.escalation)
returns jsonb
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  -- PL/pgSQL keeps what it has prepared; before Postgres 18 an SQL function plans anew for each statement.
  -- Two halves, because a function call takes at most 100 arguments.
  return jsonb_build_object(
    'id', escalation.id,
    'type', escalation.type,
    'subtype', escalation.subtype,
    'role', escalation.role,
    'description', escalation.description,
    'status', escalation.status,
    'priority', escalation.priority,
    'entity', escalation.entity,
    'task_id', escalation.task_id,
    'work_item_id', escalation.work_item_id,
    'run_id', escalation.run_id,
    'origin_id', escalation.origin_id,
    'parent_id', escalation.parent_id,
    'workflow_id', escalation.workflow_id,
    'workflow_type', escalation.workflow_type,
    'task_queue', escalation.task_queue,
    'signal_key', escalation.signal_key,
    'assigned_to', escalation.assigned_to,
    'assigned_until', rowlock._time_iso(escalation.assigned_until),
    'claimed_at', rowlock._time_iso(escalation.claimed_at),
    'claim_no', escalation.claim_no,
    'version', escalation.version,
    'resolved_at', rowlock._time_iso(escalation.resolved_at),
    'resolved_by', escalation.resolved_by,
    'expires_at', rowlock._time_iso(escalation.expires_at),
    'ended_at', rowlock._time_iso(escalation.ended_at)
  ) || jsonb_build_object(
    'available', rowlock._escalation_is_available(
      escalation.assigned_to, escalation.assigned_until, clock_timestamp()),
    'envelope', coalesce(escalation.envelope, '{}')::text,
    'escalation_payload', escalation.escalation_payload::text,
    'resolver_payload', escalation.resolver_payload::text,
    'approvals_required', escalation.approvals_required,
    'approvals', escalation.approvals,
    'no_self_approval', escalation.no_self_approval,
    'digest', rowlock._escalation_digest(escalation.question_sha256, escalation.escalation_payload),
    'metadata', escalation.metadata,
    'milestones', escalation.milestones,
    'level', escalation.level,
    'level_from', rowlock._time_iso(coalesce(escalation.level_from, escalation.created_at)),
    'level_at', rowlock._time_iso(escalation.level_at),
    'trace_id', escalation.trace_id,
    'span_id', escalation.span_id,
    'created_by', escalation.created_by,
    'created_at', rowlock._time_iso(escalation.created_at),
    'updated_at', rowlock._time_iso(escalation.updated_at)
  );
end;
$$;

comment on function rowlock._escalation_record is
  'The row as JSON: times in ISO 8601 UTC, envelope and payloads as JSON strings, metadata and milestones as JSON.
Record escalation: {
  "id": "0195f3a0-7c1e-7b2a-9d3f-5e4c8b6a7d10", "type": "approval", "subtype": "approval", "role": "reviewer",
  "description|null": "May we ship order 7?", "status": "pending|resolved|cancelled|expired", "priority": 2,
  "entity|null": "order-7", "task_id|null": "9c8b7a69-5847-4635-a241-302f1e0d9c8b",
  "work_item_id|null": "6e5d4c3b-2a19-4807-b6f5-e4d3c2b1a099", "run_id|null": "4b1f6c2e-93a7-4c58-8d0e-7a6b5c4d3e2f",
  "origin_id|null": "order-7", "parent_id|null": "wf-6", "workflow_id|null": "wf-7",
  "workflow_type|null": "ship-order", "task_queue|null": "orders", "signal_key|null": "ship-7",
  "assigned_to|null": "7f0c2f4e-6a53-4d0e-9c39-1f2b3c4d5e6f", "assigned_until|null": "2026-03-01T09:15:00.000000Z",
  "claimed_at|null": "2026-03-01T09:00:00.000000Z", "claim_no": 1, "version": 2, "resolved_at|null!": "2026-03-01T10:00:00.000000Z",
  "resolved_by|null!": "7f0c2f4e-6a53-4d0e-9c39-1f2b3c4d5e6f",
  "expires_at|null": "2026-03-02T09:00:00.000000Z", "ended_at|null!": "2026-03-01T10:00:00.000000Z", "available": false,
  "envelope": "{\"step\": 3}", "escalation_payload|null": "{\"order\": 7}",
  "resolver_payload|null!": "{\"decision\": \"yes\"}", "approvals_required": 1, "approvals": 0, "no_self_approval": false,
  "digest|null": "cae088b160b70555ea05a99e8f80cd9040c568b71b9d1b99739ff5cce84e05ee", "answers?": [{
    "user_id": "7f0c2f4e-6a53-4d0e-9c39-1f2b3c4d5e6f",
    "on_behalf_of|null": "0b9d5f0e-3c7a-4d52-8a4e-6f1d2c3b4a59", "role": "reviewer", "decision": "*",
    "resolver_payload": "{\"decision\": \"yes\"}", "counts": true, "answered_at": "2026-03-01T09:30:00.000000Z"}],
  "levels?": [{
    "level": 2, "after_minutes": 60, "action": "notify|reassign|assign", "target_role|null!": "manager",
    "target_user|null!": "7f0c2f4e-6a53-4d0e-9c39-1f2b3c4d5e6f", "repeat_minutes|null": 15,
    "due_at|null": "2026-03-01T09:55:00.000000Z"}],
  "form_schema?|null": "*", "schema_version?|null": 2, "metadata": {"*": "*", "region": "north"}, "milestones": [],
  "level": 1, "level_from": "2026-03-01T08:55:00.000000Z", "level_at|null": "2026-03-01T09:25:00.000000Z",
  "trace_id|null": "4bf92f3577b34da6a3ce929d0e0e4736", "span_id|null": "00f067aa0ba902b7",
  "created_by|null": "7f0c2f4e-6a53-4d0e-9c39-1f2b3c4d5e6f", "created_at": "2026-03-01T08:55:00.000000Z",
  "updated_at": "2026-03-01T09:00:00.000000Z"}';
revoke all on function rowlock._escalation_record from public;
