-- rowlock.escalation_resolve_by_ids_answer(result): the outcome as HTTP answers it.
create or replace function rowlock.escalation_resolve_by_ids_answer(result rowlock.escalation_resolved_set)
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(200, jsonb_build_object(
    'resolved', cardinality(result.ids), 'escalation_ids', to_jsonb(result.ids),
    'approved', result.approved, 'skipped', result.skipped))::rowlock.http_answer;
$$;

comment on function rowlock.escalation_resolve_by_ids_answer is
  'Which rows were resolved, which gained an approval and need further people, and why the others were left as they are.
Answers: {"resolved": 1, "escalation_ids": ["0195f3a0-7c1e-7b2a-9d3f-5e4c8b6a7d10"], "approved": [{"id": "0195f3a0-7c1e-7b2a-9d3f-5e4c8b6a7d10", "approvals": 1, "required": 2}], "skipped": [{"id": "0195f3a0-7c1e-7b2a-9d3f-5e4c8b6a7d10", "reason": "not_found|resolved|cancelled|expired|waiter|held|claim_lapsed|contended"}]}';
revoke all on function rowlock.escalation_resolve_by_ids_answer from public;
select rowlock._function_grant('escalation_resolve_by_ids_answer', 'service');
