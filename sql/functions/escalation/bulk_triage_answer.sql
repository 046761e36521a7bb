-- rowlock.escalation_bulk_triage_answer(result): the outcome as HTTP answers it.
create or replace function rowlock.escalation_bulk_triage_answer(result rowlock.escalation_triaged)
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(200, jsonb_build_object(
    'triaged', jsonb_array_length(result.tasks), 'resolved', cardinality(result.resolved),
    'tasks', result.tasks, 'skipped', result.skipped))::rowlock.http_answer;
$$;

comment on function rowlock.escalation_bulk_triage_answer is
  'How many rows went to triage and how many of them were resolved, the task of each, and why the others were left.
Answers: {"triaged": 1, "resolved": 1, "tasks": [{"escalation_id": "0195f3a0-7c1e-7b2a-9d3f-5e4c8b6a7d10", "task_id": "9c8b7a69-5847-4635-a241-302f1e0d9c8b", "status": "resolved|pending", "created": true}],
  "skipped": [{"id": "0195f3a0-7c1e-7b2a-9d3f-5e4c8b6a7d10", "reason": "not_found|resolved|cancelled|expired|held|claim_lapsed|approvals|self_approval"}]}';
revoke all on function rowlock.escalation_bulk_triage_answer from public;
select rowlock._function_grant('escalation_bulk_triage_answer', 'service');
