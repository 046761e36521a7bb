-- rowlock.escalation_bulk_assign_answer(result): the outcome as HTTP answers it.
create or replace function rowlock.escalation_bulk_assign_answer(result rowlock.escalation_bulk)
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(200, jsonb_build_object('assigned', cardinality(result.ids), 'skipped', result.skipped))::rowlock.http_answer;
$$;

comment on function rowlock.escalation_bulk_assign_answer is
  'How many rows were changed, and why the others were not.
Answers: {"assigned": 1, "skipped": [{"id": "0195f3a0-7c1e-7b2a-9d3f-5e4c8b6a7d10", "reason": "not_found|resolved|cancelled|expired|held"}]}';
revoke all on function rowlock.escalation_bulk_assign_answer from public;
select rowlock._function_grant('escalation_bulk_assign_answer', 'service');
