-- rowlock.task_get_answer(result): the task as HTTP answers it.
create or replace function rowlock.task_get_answer(result rowlock.task_view)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, jsonb_build_object(
    'task', rowlock._task_record(task => result.task, whole => result.whole),
    'escalations', result.escalations))::rowlock.http_answer;
end;
$$;

comment on function rowlock.task_get_answer is
  'The record, and those of its rows.
Answers: {"task": "$task", "escalations": ["$escalation"]}';
revoke all on function rowlock.task_get_answer from public;
select rowlock._function_grant('task_get_answer', 'service');
