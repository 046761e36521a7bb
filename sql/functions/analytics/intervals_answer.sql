-- rowlock.analytics_intervals_answer(result, shape): the rows, as HTTP answers them.
create or replace function rowlock.analytics_intervals_answer(
  result rowlock.analytics_interval[],
  shape  text default 'rows'
)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, rowlock._analytics_shape(
    field => 'intervals', shape => shape, names => '{id,role,type,origin_id,status,assigned_to,created_at,ended_at,wait_since,wait_until,work_since,work_until,wait_minutes,work_minutes}',
    items => (
      select jsonb_agg(jsonb_build_object(
        'id', r.id, 'role', r.role, 'type', r.type, 'origin_id', r.origin_id, 'status', r.status,
        'assigned_to', r.assigned_to, 'created_at', rowlock._time_iso(r.created_at),
        'ended_at', rowlock._time_iso(r.ended_at), 'wait_since', rowlock._time_iso(r.wait_since),
        'wait_until', rowlock._time_iso(r.wait_until), 'work_since', rowlock._time_iso(r.work_since),
        'work_until', rowlock._time_iso(r.work_until), 'wait_minutes', r.wait_minutes,
        'work_minutes', r.work_minutes) order by r.ordinality)
      from unnest(result) with ordinality r)))::rowlock.http_answer;
end;
$$;

comment on function rowlock.analytics_intervals_answer is
  'The rows, the oldest first; shape = columns: an array for each of their members.
Answers: {"intervals?": [{"id": "0195f3a0-7c1e-7b2a-9d3f-5e4c8b6a7d10", "role": "reviewer", "type": "approval", "origin_id|null": "order-7", "status": "resolved", "assigned_to|null": "7f0c2f4e-6a53-4d0e-9c39-1f2b3c4d5e6f", "created_at": "2026-03-01T09:00:00.000000Z", "ended_at|null": "2026-03-01T10:00:00.000000Z", "wait_since": "2026-03-01T09:00:00.000000Z", "wait_until|null": "2026-03-01T09:10:00.000000Z", "work_since|null": "2026-03-01T09:10:00.000000Z", "work_until|null": "2026-03-01T10:00:00.000000Z", "wait_minutes": 10.0, "work_minutes|null": 50.5}], "columns?": {"*": ["*"]}}';
revoke all on function rowlock.analytics_intervals_answer from public;
select rowlock._function_grant('analytics_intervals_answer', 'service');
