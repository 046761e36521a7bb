-- rowlock._escalation_record(escalation): the one public shape of a row, on every surface.
create or replace function rowlock._escalation_record(escalation rowlock.escalation)
returns jsonb
language sql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
  -- Two halves, because a function call takes at most 100 arguments.
  select jsonb_build_object(
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
    'metadata', escalation.metadata,
    'milestones', escalation.milestones,
    'trace_id', escalation.trace_id,
    'span_id', escalation.span_id,
    'created_by', escalation.created_by,
    'created_at', rowlock._time_iso(escalation.created_at),
    'updated_at', rowlock._time_iso(escalation.updated_at)
  );
$$;

comment on function rowlock._escalation_record is
  'The row as JSON: times in ISO 8601 UTC, envelope and payloads as JSON strings, metadata and milestones as JSON.';
revoke all on function rowlock._escalation_record from public;
