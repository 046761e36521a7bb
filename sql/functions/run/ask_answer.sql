-- rowlock.run_ask_answer(result): what became of the question, as HTTP answers it.
create or replace function rowlock.run_ask_answer(result rowlock.run_asked)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(
    case when result.created then 201 else 200 end,
    jsonb_build_object(
      'outcome', result.outcome,
      'payload', result.payload,
      'escalation_id', (result.escalation).id,
      'escalation', case when (result.escalation).id is not null then rowlock._escalation_record(result.escalation) end)
  )::rowlock.http_answer;
end;
$$;

comment on function rowlock.run_ask_answer is
  'The outcome with its payload, and the row; 201 when this call asked, 200 when it was asked before, or the attempt is stale.
Answers 201 or 200: {"outcome": "pending|resolved|cancelled|expired|stale", "payload": "*",
  "escalation_id|null!": "0195f3a0-7c1e-7b2a-9d3f-5e4c8b6a7d10", "escalation|null!": "$escalation"}';
revoke all on function rowlock.run_ask_answer from public;
select rowlock._function_grant('run_ask_answer', 'service');
