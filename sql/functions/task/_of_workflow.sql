-- rowlock._task_of_workflow(workflow_id, access): the task of a workflow, or none; never one that is hidden.
-- Reads: rowlock.task, rowlock.escalation.
create or replace function rowlock._task_of_workflow(
  workflow_id text,
  access      rowlock.access
)
returns rowlock.task_view
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_view rowlock.task_view;
begin
  select t, s.whole into v_view.task, v_view.whole
  from rowlock.task t
  left join lateral rowlock._task_scope(
    id => t.id, initiated_by => t.initiated_by, escalation_id => t.escalation_id, access => _task_of_workflow.access) s (whole)
    on true
  where t.workflow_id = _task_of_workflow.workflow_id;
  if found and v_view.whole is null then
    raise exception 'workflow id is taken'
      using errcode = 'PT409', constraint = 'task_workflow_id_taken',
            detail = jsonb_build_object('reason', 'workflow_id_taken', 'workflow_id', workflow_id)::text,
            hint = 'Use an id of your own.';
  end if;
  if found then
    v_view.task := rowlock._task_masked(task => v_view.task, whole => v_view.whole);
  end if;
  return v_view;
end;
$$;

comment on function rowlock._task_of_workflow is
  'The task of a workflow id, all null when there is none. Raises PT409, telling nothing, when the actor cannot see it.';
revoke all on function rowlock._task_of_workflow from public;
