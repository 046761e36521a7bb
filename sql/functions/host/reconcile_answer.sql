-- rowlock.host_reconcile_answer(result): what a comparison found, as HTTP answers it.
create or replace function rowlock.host_reconcile_answer(result rowlock.host_report)
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(200, to_jsonb(result))::rowlock.http_answer;
$$;

comment on function rowlock.host_reconcile_answer is
  'Runs that were lost, sessions that are nobody''s with the run that they may have been of, and runs that should not be.
Answers: {"host_id": "3d6c5b4a-9f8e-4d7c-8b6a-5f4e3d2c1b0a",
  "lost": [{"run_id": "4b1f6c2e-93a7-4c58-8d0e-7a6b5c4d3e2f", "attempt": 1, "session_name": "rowlock-4b1f6c2e"}],
  "orphans": [{"session_name": "rowlock-5c2a7d3f", "run_id|null": "5c2a7d3f-a4b8-4d69-9e1f-8b7c6d5e4f30", "attempt|null": 2,
    "detected_at": "2026-03-01T09:00:00.000000Z"}],
  "anomalies": [{"run_id": "4b1f6c2e-93a7-4c58-8d0e-7a6b5c4d3e2f", "attempt": 1, "work_item_id": "6e5d4c3b-2a19-4807-b6f5-e4d3c2b1a099",
    "kind": "milestone|epic"}]}';
revoke all on function rowlock.host_reconcile_answer from public;
select rowlock._function_grant('host_reconcile_answer', 'service');
