-- rowlock._task_refuse(task, reason, wanted): say why a task was left as it is. Every 409 of a task's state stands here.
create or replace function rowlock._task_refuse(
  task   rowlock.task,
  reason text,
  wanted text default null
)
returns void
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_message text;
  v_hint    text;
begin
  case reason
    when 'completed' then
      v_message := 'task is completed'; v_hint := 'It has ended; only milestones may be appended.';
    when 'failed' then
      v_message := 'task has failed'; v_hint := 'It has ended; only milestones may be appended.';
    when 'cancelled' then
      v_message := 'task is cancelled'; v_hint := 'It has ended; only milestones may be appended.';
    when 'transition' then
      v_message := 'task does not go to this status from here';
      v_hint := 'pending goes to in_progress; that and needs_intervention to each other; all of them to an end.';
    when 'milestones_full' then
      v_message := 'task has no room for milestones'; v_hint := 'A task holds 500; keep a log of your own for more.';
    when 'contended' then
      v_message := 'task is contended'; v_hint := 'Others change the task all the time; try again.';
  end case;
  raise exception using
    message = v_message, errcode = 'PT409', constraint = 'task_' || reason,
    detail = jsonb_strip_nulls(jsonb_build_object(
      'reason', reason,
      'id', task.id,
      'workflow_id', task.workflow_id,
      'status', task.status,
      'wanted', wanted,
      'completed_at', rowlock._time_iso(task.completed_at)))::text,
    hint = v_hint;
end;
$$;

comment on function rowlock._task_refuse is
  'Raises PT409 task_<reason>: completed, failed, cancelled, transition, milestones_full, contended.';
revoke all on function rowlock._task_refuse from public;
