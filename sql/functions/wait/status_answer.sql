-- rowlock.wait_status_answer(result, timeout): where the wait is, as HTTP answers it.
create or replace function rowlock.wait_status_answer(
  result  rowlock.wait,
  timeout integer default 0
)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  -- The service holds a pending answer back for so long; here is only what it may be asked for.
  perform rowlock._argument_range(field => 'timeout', value => timeout, low => 0, high => 60);
  return row(200, to_jsonb(result))::rowlock.http_answer;
end;
$$;

comment on function rowlock.wait_status_answer is
  'The outcome, the payload if there is one, and which row it is. A wait that is pending is answered once it ends, or after timeout seconds.
Answers: {"outcome": "pending|resolved|cancelled|expired", "payload": "*", "escalation_id": "0195f3a0-7c1e-7b2a-9d3f-5e4c8b6a7d10"}';
revoke all on function rowlock.wait_status_answer from public;
select rowlock._function_grant('wait_status_answer', 'service');
