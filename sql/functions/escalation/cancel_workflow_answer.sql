-- rowlock.escalation_cancel_workflow_answer(result): how many rows were called off, as HTTP answers it.
create or replace function rowlock.escalation_cancel_workflow_answer(result integer)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, jsonb_build_object('cancelled', result))::rowlock.http_answer;
end;
$$;

comment on function rowlock.escalation_cancel_workflow_answer is
  'How many rows were cancelled; none is an answer too.
Answers: {"cancelled": 3}';
revoke all on function rowlock.escalation_cancel_workflow_answer from public;
select rowlock._function_grant('escalation_cancel_workflow_answer', 'service');
