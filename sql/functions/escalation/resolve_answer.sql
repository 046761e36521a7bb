-- rowlock.escalation_resolve_answer(result): the resolved row as HTTP answers it.
create or replace function rowlock.escalation_resolve_answer(result rowlock.escalation)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, jsonb_build_object(
    'resolved', result.status = 'resolved',
    'signaled', result.status = 'resolved' and result.signal_key is not null,
    'escalation_id', result.id,
    'workflow_id', result.workflow_id,
    'escalation', rowlock._escalation_record(result)) || case
      -- Further people have to agree; what everybody said so far is in the row itself.
      when result.status = 'pending'
        then jsonb_build_object('approvals', result.approvals, 'required', result.approvals_required)
      else '{}'
    end)::rowlock.http_answer;
end;
$$;

comment on function rowlock.escalation_resolve_answer is
  'Whether it was resolved, whether a waiter was told, and the record; where further people have to agree, how many do and how many must.
Answers: {"resolved": true, "signaled": true, "escalation_id": "0195f3a0-7c1e-7b2a-9d3f-5e4c8b6a7d10", "workflow_id|null": "wf-7", "approvals?": 1, "required?": 2, "escalation": "$escalation"}';
revoke all on function rowlock.escalation_resolve_answer from public;
select rowlock._function_grant('escalation_resolve_answer', 'service');
