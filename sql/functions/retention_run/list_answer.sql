-- rowlock.retention_run_list_answer(result): a page of runs as HTTP answers it.
create or replace function rowlock.retention_run_list_answer(result rowlock.retention_run_page)
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(200, jsonb_build_object('runs', result.items, 'next', result.next))::rowlock.http_answer;
$$;

comment on function rowlock.retention_run_list_answer is
  'The runs of the page, and the cursor of the next one.
Answers: {"runs": ["$retention_run"], "next|null": "WzddCg"}';
revoke all on function rowlock.retention_run_list_answer from public;
select rowlock._function_grant('retention_run_list_answer', 'service');
