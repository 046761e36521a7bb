-- rowlock.escalation_cancel_answer(result): the cancelled row as HTTP answers it.
create or replace function rowlock.escalation_cancel_answer(result rowlock.escalation)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, jsonb_build_object('cancelled', true, 'escalation_id', result.id))::rowlock.http_answer;
end;
$$;

comment on function rowlock.escalation_cancel_answer is
  'That the row was cancelled, and its id.
Answers: {"cancelled": true, "escalation_id": "0195f3a0-7c1e-7b2a-9d3f-5e4c8b6a7d10"}';
revoke all on function rowlock.escalation_cancel_answer from public;
select rowlock._function_grant('escalation_cancel_answer', 'service');
