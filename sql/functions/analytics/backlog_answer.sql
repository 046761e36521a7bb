-- rowlock.analytics_backlog_answer(result, shape): the buckets, as HTTP answers them.
create or replace function rowlock.analytics_backlog_answer(
  result rowlock.analytics_backlog_bucket[],
  shape  text default 'rows'
)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, rowlock._analytics_shape(
    field => 'buckets', shape => shape, names => '{since,until,created,resolved,cancelled,expired,open,held}',
    items => (
      select jsonb_agg(jsonb_build_object(
        'since', rowlock._time_iso(r.since), 'until', rowlock._time_iso(r.until), 'created', r.created,
        'resolved', r.resolved, 'cancelled', r.cancelled, 'expired', r.expired, 'open', r.open, 'held', r.held) order by r.ordinality)
      from unnest(result) with ordinality r)))::rowlock.http_answer;
end;
$$;

comment on function rowlock.analytics_backlog_answer is
  'The buckets in order of time; shape = columns: an array for each of their members.
Answers: {"buckets?": [{"since": "2026-03-01T09:00:00.000000Z", "until": "2026-03-01T10:00:00.000000Z", "created": 9, "resolved": 6, "cancelled": 1, "expired": 0, "open": 14, "held": 3}], "columns?": {"*": ["*"]}}';
revoke all on function rowlock.analytics_backlog_answer from public;
select rowlock._function_grant('analytics_backlog_answer', 'service');
