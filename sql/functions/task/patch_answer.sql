-- rowlock.task_patch_answer(result): the task as HTTP answers it.
create or replace function rowlock.task_patch_answer(result rowlock.task)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, rowlock._task_record(task => result, whole => true))::rowlock.http_answer;
end;
$$;

comment on function rowlock.task_patch_answer is
  'The record; who may change a task sees it whole.
Answers: "$task"';
revoke all on function rowlock.task_patch_answer from public;
select rowlock._function_grant('task_patch_answer', 'service');
