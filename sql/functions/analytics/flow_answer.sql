-- rowlock.analytics_flow_answer(result, shape): the buckets, as HTTP answers them.
create or replace function rowlock.analytics_flow_answer(
  result rowlock.analytics_flow_bucket[],
  shape  text default 'rows'
)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, rowlock._analytics_shape(
    field => 'buckets', shape => shape, names => '{since,until,resolved,wait_p50,wait_p90,wait_p99,work_p50,work_p90,work_p99,age_p50,age_p90,age_p99}',
    items => (
      select jsonb_agg(jsonb_build_object(
        'since', rowlock._time_iso(r.since), 'until', rowlock._time_iso(r.until), 'resolved', r.resolved,
        'wait_p50', r.wait_p50, 'wait_p90', r.wait_p90, 'wait_p99', r.wait_p99, 'work_p50', r.work_p50,
        'work_p90', r.work_p90, 'work_p99', r.work_p99, 'age_p50', r.age_p50, 'age_p90', r.age_p90,
        'age_p99', r.age_p99) order by r.ordinality)
      from unnest(result) with ordinality r)))::rowlock.http_answer;
end;
$$;

comment on function rowlock.analytics_flow_answer is
  'The buckets in order of time; shape = columns: an array for each of their members.
Answers: {"buckets?": [{"since": "2026-03-01T09:00:00.000000Z", "until": "2026-03-01T10:00:00.000000Z", "resolved": 6, "wait_p50|null": 2.5, "wait_p90|null": 8.1, "wait_p99|null": 12.0, "work_p50|null": 1.5, "work_p90|null": 4.2, "work_p99|null": 9.9, "age_p50|null": 4.1, "age_p90|null": 11.7, "age_p99|null": 20.3}], "columns?": {"*": ["*"]}}';
revoke all on function rowlock.analytics_flow_answer from public;
select rowlock._function_grant('analytics_flow_answer', 'service');
