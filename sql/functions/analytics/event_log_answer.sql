-- rowlock.analytics_event_log_answer(result, format): a page of the log, as HTTP answers it.
create or replace function rowlock.analytics_event_log_answer(
  result rowlock.analytics_event_log_page,
  format text default 'json'
)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if coalesce(format, '') not in ('json', 'csv') then
    perform rowlock._argument_refuse(field => 'format', reason => 'unknown', hint => 'Give json or csv.');
  end if;
  return row(200, jsonb_build_object(
    'columns', '["case_id", "activity", "timestamp", "resource", "lifecycle", "id", "role"]'::jsonb,
    'rows', result.rows,
    'next', result.next))::rowlock.http_answer;
end;
$$;

comment on function rowlock.analytics_event_log_answer is
  'The names of the columns, the events, and the cursor of the next page. format = csv, or Accept: text/csv: all pages from here on as one CSV file.
Answers: {"columns": ["case_id", "activity", "timestamp", "resource", "lifecycle", "id", "role"], "rows": [["order-7", "approval", "2026-03-01T09:00:00.000000Z", null, "withdraw", "0195f3a0-7c1e-7b2a-9d3f-5e4c8b6a7d10", "reviewer"]], "next|null": "2026-03-01T09:00:00.000000Z_0195f3a0-7c1e-7b2a-9d3f-5e4c8b6a7d10"}';
revoke all on function rowlock.analytics_event_log_answer from public;
select rowlock._function_grant('analytics_event_log_answer', 'service');
