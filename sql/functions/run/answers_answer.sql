-- rowlock.run_answers_answer(result, run_id, timeout): the inbox of a run, as HTTP answers it.
create or replace function rowlock.run_answers_answer(
  result  rowlock.run_inbox,
  run_id  uuid,
  timeout integer default 0
)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  -- The service holds a pending answer back for so long; here is only what it may be asked for.
  perform rowlock._argument_range(field => 'timeout', value => timeout, low => 0, high => 60);
  return row(200, jsonb_build_object('run_id', run_id) || to_jsonb(result))::rowlock.http_answer;
end;
$$;

comment on function rowlock.run_answers_answer is
  'Answers after the cursor, the cursor to go on with, and how the run stands. While there is none and the run goes on, it is answered once that changes, or after timeout seconds.
Answers: {"run_id": "4b1f6c2e-93a7-4c58-8d0e-7a6b5c4d3e2f", "outcome": "answers|pending|ended|stale", "answers": ["$run_answer"],
  "next": 1, "status": "pending|spawning|running|exited|failed|stopped", "attempt": 1}';
revoke all on function rowlock.run_answers_answer from public;
select rowlock._function_grant('run_answers_answer', 'service');
