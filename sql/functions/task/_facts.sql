-- rowlock._task_facts(task, verb): what the event of a task tells, beside what the verb adds.
create or replace function rowlock._task_facts(
  task rowlock.task,
  verb text
)
returns jsonb
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return jsonb_strip_nulls(jsonb_build_object(
    'workflow_id', task.workflow_id, 'workflow_type', task.workflow_type, 'status', task.status)
    || case verb
      when 'created' then jsonb_build_object(
        'lt_type', task.lt_type, 'priority', task.priority, 'parent_workflow_id', task.parent_workflow_id,
        'initiated_by', task.initiated_by, 'escalation_id', task.escalation_id)
      else '{}'
    end);
end;
$$;

comment on function rowlock._task_facts is 'Names and status; of a new task also what it was opened with. Never a payload.';
revoke all on function rowlock._task_facts from public;
