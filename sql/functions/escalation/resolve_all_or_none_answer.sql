-- rowlock.escalation_resolve_all_or_none_answer(result): the outcome as HTTP answers it.
create or replace function rowlock.escalation_resolve_all_or_none_answer(result rowlock.escalation_resolved_set)
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(200, jsonb_build_object(
    'resolved', cardinality(result.ids), 'escalation_ids', to_jsonb(result.ids),
    'skipped', result.skipped))::rowlock.http_answer;
$$;

comment on function rowlock.escalation_resolve_all_or_none_answer is
  'All the rows, by id; skipped is always empty.
Answers: {"resolved": 1, "escalation_ids": ["0195f3a0-7c1e-7b2a-9d3f-5e4c8b6a7d10"], "skipped": []}';
revoke all on function rowlock.escalation_resolve_all_or_none_answer from public;
select rowlock._function_grant('escalation_resolve_all_or_none_answer', 'service');
