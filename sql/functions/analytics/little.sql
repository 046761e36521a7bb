-- rowlock.analytics_little(since, until, query, actor): does the queue keep Little's law?
-- Reads: rowlock.escalation.
create or replace function rowlock.analytics_little(
  since timestamptz,
  until timestamptz default now(),
  query jsonb default '{}',
  actor uuid default rowlock.actor_current()
)
returns rowlock.analytics_little_figures
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_now     constant timestamptz := clock_timestamp();
  v_access  constant rowlock.access := rowlock._actor_access(actor => actor);
  v_window  constant tstzrange := rowlock._analytics_window(since => since, until => until, at => v_now);
  v_query   constant jsonb := rowlock._analytics_query(query => query);
  v_scope   constant rowlock.access := rowlock._analytics_scope(access => v_access, query => v_query);
  v_minutes constant numeric := extract(epoch from upper(v_window) - lower(v_window)) / 60;
  v_figures rowlock.analytics_little_figures;
begin
  execute format($q$
    select
      $4, $5, round(o.l, 3), round(o.lambda * 60, 3), round(o.w, 3), round(o.l - o.lambda * o.w, 3)
    from (
      select
        coalesce(sum(extract(epoch from least(coalesce(r.done, $5), $5) - greatest(r.created_at, $4)) / 60), 0) / $6 as l,
        count(*) filter (where r.created_at >= $4) / $6 as lambda,
        avg(extract(epoch from r.done - r.created_at) / 60) filter (where r.done < $5) as w
      from (%s) r) o$q$, rowlock._analytics_rows(query => v_query, access => v_scope))
  into v_figures
  using v_query, v_scope, v_now, lower(v_window), upper(v_window), v_minutes;
  return v_figures;
end;
$$;

comment on function rowlock.analytics_little is
  'mean_open: rows open on average over the window (L); arrivals_per_hour (lambda); mean_minutes: the mean age of rows that ended in it (W); gap: L - lambda W, near 0 in a queue that neither grows nor shrinks. mean_minutes and gap are null when nothing ended. query: which rows count, as in escalation_search. Raises PT400, PT401, PT403.
Example: {"since": "2026-03-01T00:00:00Z", "until": "2026-03-02T00:00:00Z"}';
revoke all on function rowlock.analytics_little from public;
select rowlock._function_grant('analytics_little', 'service', 'user', 'proxy');
