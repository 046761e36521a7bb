-- rowlock.run_list_answer(result): the page as HTTP answers it.
create or replace function rowlock.run_list_answer(result rowlock.run_page)
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(200, jsonb_build_object('runs', result.items, 'next', result.next))::rowlock.http_answer;
$$;

comment on function rowlock.run_list_answer is
  'The records of the page, and the cursor of the next one.
Answers: {"runs": ["$run"], "next|null": "eyJrIjpbMl19"}';
revoke all on function rowlock.run_list_answer from public;
select rowlock._function_grant('run_list_answer', 'service');
