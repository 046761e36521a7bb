-- rowlock.escalation_station_metrics_answer(result): the stations, as HTTP answers them.
create or replace function rowlock.escalation_station_metrics_answer(result rowlock.escalation_station[])
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, jsonb_build_object('stations', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'role', r.role, 'pending', r.pending, 'claimed', r.claimed, 'resolved', r.resolved,
      'priority_count', r.priority_count, 'throughput_pct', r.throughput_pct,
      'wait', jsonb_build_object('p50', r.wait_p50, 'p99', r.wait_p99, 'avg', r.wait_avg, 'max', r.wait_max),
      'work', jsonb_build_object('p50', r.work_p50, 'p99', r.work_p99, 'avg', r.work_avg, 'max', r.work_max))
      order by r.role), '[]')
    from unnest(result) r)))::rowlock.http_answer;
end;
$$;

comment on function rowlock.escalation_station_metrics_answer is
  'The stations by role.
Answers: {"stations": [{"role": "reviewer", "pending": 5, "claimed": 2, "resolved": 40, "priority_count": 1, "throughput_pct|null": 83.3, "wait": {"p50|null": 2.5, "p99|null": 12.1, "avg|null": 3.2, "max|null": 14.8}, "work": {"p50|null": 1.5, "p99|null": 9.9, "avg|null": 2.2, "max|null": 11.2}}]}';
revoke all on function rowlock.escalation_station_metrics_answer from public;
select rowlock._function_grant('escalation_station_metrics_answer', 'service');
