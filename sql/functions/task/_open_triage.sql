-- rowlock._task_open_triage(ids, hint, access, at): a task for each of these rows, one a row for ever.
-- Reads: rowlock.escalation, rowlock.user_account. Writes: rowlock.task, rowlock.event.
create or replace function rowlock._task_open_triage(
  ids    uuid[],
  hint   text,
  access rowlock.access,
  at     timestamptz
)
returns uuid[]
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_principal text;
  v_made      rowlock.task[];
begin
  select u.account_type into v_principal from rowlock.user_account u where u.id = access.actor;

  with made as (
    insert into rowlock.task (
      id, workflow_id, workflow_type, lt_type, task_queue, priority, signal_id, parent_workflow_id, origin_id, parent_id,
      escalation_id, envelope, metadata, trace_id, span_id, initiated_by, principal_type, created_at, updated_at)
    select
      rowlock._uuid_v7(), 'triage-' || e.id, 'triage', e.type, e.task_queue, e.priority, e.signal_key, e.workflow_id,
      coalesce(nullif(e.origin_id, ''), 'triage-' || e.id), e.task_id::text, e.id,
      jsonb_build_object('hint', _task_open_triage.hint, 'escalation_id', e.id),
      jsonb_build_object('role', e.role, 'type', e.type, 'subtype', e.subtype),
      e.trace_id, e.span_id, access.actor, v_principal, _task_open_triage.at, _task_open_triage.at
    from only rowlock.escalation e
    where e.id = any (_task_open_triage.ids)
    order by e.id
    on conflict on constraint task_workflow_id_key do nothing
    returning *
  )
  select coalesce(array_agg(m::rowlock.task order by m.escalation_id), '{}') into v_made from made m;

  perform rowlock._task_journal_set(tasks => v_made, verb => 'created', actor => access.actor, occurred_at => at);
  return array(select t.escalation_id from unnest(v_made) t);
end;
$$;

comment on function rowlock._task_open_triage is
  'Opens the task triage-<id> of each row that has none, with one event each; returns the rows that got one.';
revoke all on function rowlock._task_open_triage from public;
