-- rowlock._escalation_insert(escalation, access): make a row that was checked, with its event, and give it the answers that came first.
-- Writes: rowlock.escalation, rowlock.event, rowlock.signal.
create or replace function rowlock._escalation_insert(
  escalation rowlock.escalation,
  access     rowlock.access
)
returns rowlock.escalation
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_row   rowlock.escalation;
  v_early rowlock.signal_judged[];
  v_seq   bigint;
begin
  insert into rowlock.escalation (
    id, namespace, app_id, signal_key, topic, workflow_id, workflow_type, task_queue,
    role, type, subtype, entity, priority, description, assigned_to, expires_at,
    metadata, envelope, escalation_payload, on_timeout,
    task_id, work_item_id, run_id, origin_id, parent_id, initiated_by, created_by,
    trace_id, span_id, approvals_required, no_self_approval, question_sha256, created_at, updated_at)
  values (
    escalation.id, coalesce(escalation.namespace, 'default'), coalesce(escalation.app_id, 'default'),
    nullif(escalation.signal_key, ''), escalation.topic, escalation.workflow_id, escalation.workflow_type,
    escalation.task_queue, escalation.role, escalation.type, coalesce(escalation.subtype, escalation.type),
    escalation.entity, escalation.priority, escalation.description, escalation.assigned_to, escalation.expires_at,
    coalesce(escalation.metadata, '{}'), escalation.envelope, escalation.escalation_payload, escalation.on_timeout,
    escalation.task_id, escalation.work_item_id, escalation.run_id, escalation.origin_id, escalation.parent_id,
    escalation.initiated_by, access.actor, escalation.trace_id, escalation.span_id,
    coalesce(escalation.approvals_required, 1), coalesce(escalation.no_self_approval, false),
    sha256(convert_to(escalation.escalation_payload::text, 'UTF8')), escalation.created_at, escalation.created_at)
  on conflict (namespace, app_id, signal_key) where signal_key is not null do nothing
  returning * into v_row;
  if not found then
    return null;
  end if;

  if v_row.signal_key is not null then
    v_early := rowlock._signal_take(escalation => v_row);
  end if;
  v_seq := rowlock._escalation_journal(
    escalation => v_row, verb => 'created', actor => access.actor, occurred_at => v_row.created_at,
    payload => jsonb_build_object(
      'type', v_row.type, 'subtype', v_row.subtype, 'priority', v_row.priority,
      'expires_at', rowlock._time_iso(v_row.expires_at),
      'on_behalf_of', case when access.delegations is not null
        then rowlock._delegation_of(access => access, role => v_row.role, assigned_to => null, manages => true) end,
      'signals', case when v_early is not null then rowlock._signal_facts(signals => v_early) end));
  if v_early is not null then
    v_row := rowlock._signal_apply(escalation => v_row, signals => v_early);
  end if;
  return v_row;
end;
$$;

comment on function rowlock._escalation_insert is
  'The row as it is then, asked by the actor of access at its created_at; all null when its signal key has a row.';
revoke all on function rowlock._escalation_insert from public;
