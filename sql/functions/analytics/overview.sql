-- rowlock.analytics_overview(period, actor): one look at what is waiting, what was done, and how it went hour by hour.
-- Reads: rowlock.escalation, rowlock.task.
create or replace function rowlock.analytics_overview(
  period text default '24h',
  actor  uuid default rowlock.actor_current()
)
returns rowlock.analytics_overview_figures
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
set jit = off
set plan_cache_mode = force_custom_plan
as $$
declare
  v_now     constant timestamptz := clock_timestamp();
  v_access  constant rowlock.access := rowlock._actor_access(actor => actor);
  v_hours   constant integer := case period when '1h' then 1 when '24h' then 24 when '7d' then 168 when '30d' then 720 end;
  v_since   constant timestamptz := v_now - make_interval(hours => v_hours);
  v_scope   rowlock.access;
  v_counts  rowlock.escalation_counts;
  v_figures rowlock.analytics_overview_figures;
begin
  if v_hours is null then
    perform rowlock._argument_refuse(
      field => 'period', reason => 'unknown', hint => 'Give 1h, 24h, 7d or 30d.');
  end if;
  v_counts := rowlock.escalation_stats(period => period, actor => actor);
  v_scope := rowlock._analytics_scope(access => v_access, query => '{}');

  select jsonb_build_object(
    'pending', v_counts.pending,
    'claimed', v_counts.claimed,
    'unclaimed', v_counts.available,
    'aging_30m', count(*) filter (where o.age > interval '30 minutes'),
    'aging_1h', count(*) filter (where o.age > interval '1 hour'),
    'aging_24h', count(*) filter (where o.age > interval '24 hours'),
    'oldest_unclaimed_minutes', case when count(*) > 0 then rowlock._analytics_minutes(greatest(max(o.age), interval '0')) end,
    'created_period', v_counts.created,
    'resolved_period', v_counts.resolved,
    'resolution_rate_pct', round(v_counts.resolved * 100.0 / nullif(v_counts.created, 0), 1),
    'by_role', (
      select coalesce(jsonb_agg(t.value order by t.pending desc, t.value ->> 'role'), '[]')
      from (
        select r.value, (r.value ->> 'pending')::bigint as pending
        from jsonb_array_elements(v_counts.by_role) r (value)
        order by 2 desc, r.value ->> 'role'
        limit 10) t))
  into v_figures.triage
  from (
    select v_now - e.created_at as age
    from only rowlock.escalation e
    where e.role = any (v_scope.read_all) and e.status = 'pending' and e.assigned_until is null
      and (e.expires_at is null or e.expires_at > v_now)
    union all
    select v_now - e.created_at
    from only rowlock.escalation e
    where e.role = any (v_scope.read_all) and e.status = 'pending' and e.assigned_until <= v_now
      and (e.expires_at is null or e.expires_at > v_now)
  ) o;

  select jsonb_build_object(
    'created', count(*),
    'completed', count(*) filter (where t.status = 'completed'),
    'failed', count(*) filter (where t.status = 'failed'),
    'cancelled', count(*) filter (where t.status = 'cancelled'),
    'open', count(*) filter (where t.completed_at is null),
    'avg_minutes', rowlock._analytics_minutes(avg(t.completed_at - t.created_at) filter (where t.status = 'completed')))
  into v_figures.throughput
  from rowlock.task t
  cross join lateral rowlock._task_scope(
    id => t.id, initiated_by => t.initiated_by, escalation_id => t.escalation_id, access => v_access) s (whole)
  where t.created_at > v_since and t.created_at <= v_now;

  select jsonb_agg(jsonb_build_object(
    'since', rowlock._time_iso(b.since), 'created', b.created, 'resolved', b.resolved,
    'cancelled', b.cancelled, 'expired', b.expired, 'open', b.open) order by b.since)
  into v_figures.trends
  from rowlock.analytics_backlog(since => v_since, until => v_now, step => interval '1 hour', actor => actor) b;
  return v_figures;
end;
$$;

comment on function rowlock.analytics_overview is
  'triage: what waits now, as escalation_stats counts it; unclaimed and the ageing of it, older than 30 minutes, an hour, a day; resolution_rate_pct: resolved of created in the period, null when none was; by_role: the ten with most pending. throughput: tasks created in the period that the actor sees, and what became of them. trends: each hour of the period, as analytics_backlog counts it. period: 1h, 24h, 7d or 30d. Raises PT400, PT401, PT403.
Example: {"period": "24h"}';
revoke all on function rowlock.analytics_overview from public;
select rowlock._function_grant('analytics_overview', 'service', 'user', 'proxy');
