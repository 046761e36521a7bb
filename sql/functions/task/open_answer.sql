-- rowlock.task_open_answer(result): the new or existing task as HTTP answers it.
create or replace function rowlock.task_open_answer(result rowlock.task_opened)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(
    case when result.created then 201 else 200 end,
    rowlock._task_record(task => result.task, whole => result.whole))::rowlock.http_answer;
end;
$$;

comment on function rowlock.task_open_answer is
  'The record; 201 when this call made it, 200 when its workflow id existed.
Answers 201 or 200: "$task"';
revoke all on function rowlock.task_open_answer from public;
select rowlock._function_grant('task_open_answer', 'service');
