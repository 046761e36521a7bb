-- rowlock.process_list_answer(result): the page as HTTP answers it.
create or replace function rowlock.process_list_answer(result rowlock.task_page)
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(200, jsonb_build_object('processes', result.items, 'next', result.next))::rowlock.http_answer;
$$;

comment on function rowlock.process_list_answer is
  'The records of the page, and the cursor of the next one.
Answers: {"processes": ["$process"], "next|null": "eyJrIjpbMl19"}';
revoke all on function rowlock.process_list_answer from public;
select rowlock._function_grant('process_list_answer', 'service');
