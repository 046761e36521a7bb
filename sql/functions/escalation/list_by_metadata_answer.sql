-- rowlock.escalation_list_by_metadata_answer(result): as list answers.
create or replace function rowlock.escalation_list_by_metadata_answer(result rowlock.escalation_page)
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select rowlock.escalation_list_answer(result => escalation_list_by_metadata_answer.result);
$$;

comment on function rowlock.escalation_list_by_metadata_answer is
  'The records of the page, the total and whether it was cut, and the cursor of the next page.
Answers: {"escalations": ["$escalation"], "total|null": 1, "total_capped|null": false, "next|null": "eyJrIjpbMl19"}';
revoke all on function rowlock.escalation_list_by_metadata_answer from public;
select rowlock._function_grant('escalation_list_by_metadata_answer', 'service');
