-- rowlock.retention_run_answer(result): what became of each rule as HTTP answers it.
create or replace function rowlock.retention_run_answer(result rowlock.retention_report[])
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(200, jsonb_build_object('rules', coalesce(to_jsonb(result), '[]')))::rowlock.http_answer;
$$;

comment on function rowlock.retention_run_answer is
  'What became of each rule.
Answers: {"rules": [{"rule": "events", "subject": "event", "action": "delete|archive", "outcome": "done|more|counted|busy|left|failed", "row_count": 7, "held_by|null": "warehouse", "error_state|null!": "55P03", "error|null!": "a lock could not be had"}]}';
revoke all on function rowlock.retention_run_answer from public;
select rowlock._function_grant('retention_run_answer', 'service');
