-- rowlock.escalation_resolve_by_metadata_answer(result): as resolve answers.
create or replace function rowlock.escalation_resolve_by_metadata_answer(result rowlock.escalation)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return rowlock.escalation_resolve_answer(result => escalation_resolve_by_metadata_answer.result);
end;
$$;

comment on function rowlock.escalation_resolve_by_metadata_answer is
  'Whether it was resolved and its waiter told, and the record; where further people have to agree, how many do and how many must.
Answers: {"resolved": true, "signaled": true, "escalation_id": "0195f3a0-7c1e-7b2a-9d3f-5e4c8b6a7d10", "workflow_id|null": "wf-7", "approvals?": 1, "required?": 2, "escalation": "$escalation"}';
revoke all on function rowlock.escalation_resolve_by_metadata_answer from public;
select rowlock._function_grant('escalation_resolve_by_metadata_answer', 'service');
