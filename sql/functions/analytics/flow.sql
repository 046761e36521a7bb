-- rowlock.analytics_flow(since, until, step, tz, query, actor): how long answers took, by when they came.
-- Reads: rowlock.escalation.
create or replace function rowlock.analytics_flow(
  since timestamptz,
  until timestamptz default now(),
  step  interval default '1 hour',
  tz    text default 'UTC',
  query jsonb default '{}',
  actor uuid default rowlock.actor_current()
)
returns setof rowlock.analytics_flow_bucket
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_now    constant timestamptz := clock_timestamp();
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_window constant tstzrange := rowlock._analytics_window(since => since, until => until, at => v_now);
  v_cuts   constant timestamptz[] := rowlock._analytics_cuts(period => v_window, step => step, tz => tz);
  v_query  constant jsonb := rowlock._analytics_query(query => query);
  v_scope  constant rowlock.access := rowlock._analytics_scope(access => v_access, query => v_query);
begin
  return query execute format($q$
    with timed as (
      select
        width_bucket(e.ended_at, $6) as bucket,
        extract(epoch from e.claimed_at - e.created_at)::float8 / 60 as wait,
        extract(epoch from e.ended_at - e.claimed_at)::float8 / 60 as work,
        extract(epoch from e.ended_at - e.created_at)::float8 / 60 as age
      from rowlock.escalation e
      where e.status = 'resolved' and e.ended_at >= $4 and e.ended_at < $5 and %s
    ),
    ranked as (
      select
        t.bucket, count(*) as resolved,
        percentile_cont($7) within group (order by t.wait)::numeric[] as wait,
        percentile_cont($7) within group (order by t.work)::numeric[] as work,
        percentile_cont($7) within group (order by t.age)::numeric[] as age
      from timed t
      group by t.bucket
    )
    select
      ($6)[b.bucket], ($6)[b.bucket + 1], coalesce(r.resolved, 0),
      round(r.wait[1], 3), round(r.wait[2], 3), round(r.wait[3], 3),
      round(r.work[1], 3), round(r.work[2], 3), round(r.work[3], 3),
      round(r.age[1], 3), round(r.age[2], 3), round(r.age[3], 3)
    from generate_series(1, cardinality($6) - 1) b (bucket)
    left join ranked r on r.bucket = b.bucket
    order by b.bucket$q$, rowlock._analytics_gate(query => v_query, access => v_scope))
  using v_query, v_scope, v_now, lower(v_window), upper(v_window), v_cuts, array[0.5, 0.9, 0.99]::float8[];
end;
$$;

comment on function rowlock.analytics_flow is
  'Buckets of a window by the time of the answer: how many were resolved, and percentiles (continuous) in minutes of wait (creation to the last claim), work (that claim to the answer) and age (creation to the answer); null without data. Rows answered without a claim have an age alone. Buckets and query as in analytics_backlog. Raises PT400, PT401, PT403.
Example: {"since": "2026-03-01T00:00:00Z", "until": "2026-03-02T00:00:00Z", "step": "1 hour", "tz": "Europe/Berlin"}';
revoke all on function rowlock.analytics_flow from public;
select rowlock._function_grant('analytics_flow', 'service', 'user', 'proxy');
