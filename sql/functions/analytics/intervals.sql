-- rowlock.analytics_intervals(since, until, query, max_rows, actor): the rows of a Gantt chart.
-- Reads: rowlock.escalation.
create or replace function rowlock.analytics_intervals(
  since    timestamptz,
  until    timestamptz default now(),
  query    jsonb default '{}',
  max_rows integer default 200,
  actor    uuid default rowlock.actor_current()
)
returns setof rowlock.analytics_interval
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_now    constant timestamptz := clock_timestamp();
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_window constant tstzrange := rowlock._analytics_window(since => since, until => until, at => v_now);
  v_query  constant jsonb := rowlock._analytics_query(query => query);
  v_scope  constant rowlock.access := rowlock._analytics_scope(access => v_access, query => v_query);
begin
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 1000);
  return query execute format($q$
    select
      r.id, r.role, r.type, e.origin_id, r.outcome, e.assigned_to, r.created_at, r.done,
      r.created_at, coalesce(r.claimed_at, r.done), r.claimed_at, case when r.claimed_at is not null then r.done end,
      rowlock._analytics_minutes(coalesce(r.claimed_at, r.done, $3) - r.created_at),
      rowlock._analytics_minutes(coalesce(r.done, $3) - r.claimed_at)
    from (
      select o.* from (%s) o order by o.created_at, o.id limit $6
    ) r
    join rowlock.escalation e on e.id = r.id
    order by r.created_at, r.id$q$, rowlock._analytics_rows(query => v_query, access => v_scope))
  using v_query, v_scope, v_now, lower(v_window), upper(v_window), max_rows;
end;
$$;

comment on function rowlock.analytics_intervals is
  'Rows open at any time of a window, the oldest first, up to max_rows (1 to 1000): wait is [wait_since, wait_until), work is [work_since, work_until); an end that is null is still to come, and minutes run until now. status: expired for due rows. query: which rows count, as in escalation_search. Raises PT400, PT401, PT403.
Example: {"since": "2026-03-01T00:00:00Z", "until": "2026-03-02T00:00:00Z", "max_rows": 100}';
revoke all on function rowlock.analytics_intervals from public;
select rowlock._function_grant('analytics_intervals', 'service', 'user', 'proxy');
