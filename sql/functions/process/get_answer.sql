-- rowlock.process_get_answer(result): the process as HTTP answers it.
create or replace function rowlock.process_get_answer(result rowlock.process_view)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, jsonb_build_object(
    'process', rowlock._process_record(result.process), 'tasks', result.tasks))::rowlock.http_answer;
end;
$$;

comment on function rowlock.process_get_answer is
  'The process, and the records of its tasks.
Answers: {"process": "$process", "tasks": ["$task"]}';
revoke all on function rowlock.process_get_answer from public;
select rowlock._function_grant('process_get_answer', 'service');
