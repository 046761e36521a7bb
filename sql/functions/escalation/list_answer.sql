-- rowlock.escalation_list_answer(result): the page as HTTP answers it.
create or replace function rowlock.escalation_list_answer(result rowlock.escalation_page)
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(200, jsonb_build_object(
    'escalations', result.items,
    'total', result.total,
    'total_capped', result.total_capped,
    'next', result.next))::rowlock.http_answer;
$$;

comment on function rowlock.escalation_list_answer is
  'The records of the page, the total and whether it was cut, and the cursor of the next page.
Answers: {"escalations": ["$escalation"], "total|null": 1, "total_capped|null": false, "next|null": "eyJrIjpbMl19"}';
revoke all on function rowlock.escalation_list_answer from public;
select rowlock._function_grant('escalation_list_answer', 'service');
