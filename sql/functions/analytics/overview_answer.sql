-- rowlock.analytics_overview_answer(result): the overview, as HTTP answers it.
create or replace function rowlock.analytics_overview_answer(result rowlock.analytics_overview_figures)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, to_jsonb(result))::rowlock.http_answer;
end;
$$;

comment on function rowlock.analytics_overview_answer is
  'triage, throughput and trends.
Answers: {
  "triage": {"pending": 12, "claimed": 4, "unclaimed": 8, "aging_30m": 5, "aging_1h": 3, "aging_24h": 0, "oldest_unclaimed_minutes|null": 95.2,
    "created_period": 40, "resolved_period": 30, "resolution_rate_pct|null": 75.5, "by_role": [{"role": "reviewer", "pending": 12, "claimed": 4}]},
  "throughput": {"created": 9, "completed": 6, "failed": 1, "cancelled": 0, "open": 2, "avg_minutes|null": 12.5},
  "trends": [{"since": "2026-03-01T09:00:00.000000Z", "created": 4, "resolved": 3, "cancelled": 0, "expired": 0, "open": 12}]}';
revoke all on function rowlock.analytics_overview_answer from public;
select rowlock._function_grant('analytics_overview_answer', 'service');
