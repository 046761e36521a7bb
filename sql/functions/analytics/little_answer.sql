-- rowlock.analytics_little_answer(result): the figures as HTTP answers them.
create or replace function rowlock.analytics_little_answer(result rowlock.analytics_little_figures)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, jsonb_build_object(
    'since', rowlock._time_iso(result.since), 'until', rowlock._time_iso(result.until),
    'mean_open', result.mean_open, 'arrivals_per_hour', result.arrivals_per_hour,
    'mean_minutes', result.mean_minutes, 'gap', result.gap))::rowlock.http_answer;
end;
$$;

comment on function rowlock.analytics_little_answer is
  'The window and its figures.
Answers: {"since": "2026-03-01T09:00:00.000000Z", "until": "2026-03-01T10:00:00.000000Z", "mean_open": 12.5, "arrivals_per_hour": 30.5, "mean_minutes|null": 24.8, "gap|null": 0.1}';
revoke all on function rowlock.analytics_little_answer from public;
select rowlock._function_grant('analytics_little_answer', 'service');
