-- rowlock.escalation_station_metrics(period, actor): how each role stands, and how it kept up.
-- Reads: rowlock.escalation, rowlock.role.
create or replace function rowlock.escalation_station_metrics(
  period text default '24h',
  actor  uuid default rowlock.actor_current()
)
returns setof rowlock.escalation_station
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
set jit = off
-- Planned for this window and these roles; a plan for any would not know how few rows they are.
set plan_cache_mode = force_custom_plan
as $$
declare
  v_now    constant timestamptz := clock_timestamp();
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_hours  constant numeric := case period
    when '15m' then 0.25 when '1h' then 1 when '24h' then 24 when '7d' then 168 when '30d' then 720 end;
  v_since  constant timestamptz := v_now - v_hours * interval '1 hour';
  v_roles  text[];
begin
  if v_hours is null then
    perform rowlock._argument_refuse(
      field => 'period', reason => 'unknown', hint => 'Give 15m, 1h, 24h, 7d or 30d.');
  end if;
  -- The shape of a queue shows no item of it: whoever reads own rows of a role is shown it too.
  v_roles := array(
    select r.role from rowlock.role r
    where rowlock._can_read(v_access, r.role, null) or r.role = any (v_access.read_self));

  return query
  with live as materialized (
    select l.role, sum(l.pending)::bigint as pending, sum(l.claimed)::bigint as claimed, sum(l.free)::bigint as free
    from rowlock._escalation_live_counts(roles => v_roles, at => v_now) l
    group by l.role
  ),
  pressing as (
    select p.role, p.open as n
    from (select array_agg(l.role) as roles, array_agg(l.free) as free from live l) a
    cross join lateral rowlock._escalation_pressing(roles => a.roles, free => a.free, at => v_now) p
  ),
  answered as (
    select
      t.role, count(*) as resolved,
      percentile_cont('{0.5,0.99}'::float8[]) within group (order by t.wait)::numeric[] as wait,
      percentile_cont('{0.5,0.99}'::float8[]) within group (order by t.work)::numeric[] as work,
      avg(t.wait)::numeric as wait_avg, max(t.wait)::numeric as wait_max,
      avg(t.work)::numeric as work_avg, max(t.work)::numeric as work_max
    from (
      select
        e.role, extract(epoch from e.claimed_at - e.created_at)::float8 / 60 as wait,
        extract(epoch from e.ended_at - e.claimed_at)::float8 / 60 as work
      from rowlock.escalation e
      where e.role = any (v_roles) and e.status = 'resolved' and e.ended_at > v_since and e.ended_at <= v_now
    ) t
    group by t.role
  )
  select
    r.role, coalesce(l.pending, 0), coalesce(l.claimed, 0), coalesce(a.resolved, 0), coalesce(p.n, 0),
    round(coalesce(a.resolved, 0) / nullif(r.target_per_hour * v_hours, 0) * 100, 1),
    round(a.wait[1], 3), round(a.wait[2], 3), round(a.wait_avg, 3), round(a.wait_max, 3),
    round(a.work[1], 3), round(a.work[2], 3), round(a.work_avg, 3), round(a.work_max, 3)
  from rowlock.role r
  left join live l on l.role = r.role
  left join pressing p on p.role = r.role
  left join answered a on a.role = r.role
  where r.role = any (v_roles)
  order by r.role;
end;
$$;

comment on function rowlock.escalation_station_metrics is
  'One entry for each registered role that the actor reads, in all or own rows alone, idle ones too. pending (held ones included), claimed and priority_count (in jeopardy, as escalation_search lists it) are of now. Of the period (15m, 1h, 24h, 7d, 30d): resolved; throughput_pct: their share of target_per_hour, null without one; wait (creation to claim) and work (claim to answer) in minutes, of rows that were claimed, null without data. Raises PT400, PT401, PT403.
Example: {"period": "1h"}';
revoke all on function rowlock.escalation_station_metrics from public;
select rowlock._function_grant('escalation_station_metrics', 'service', 'user', 'proxy');
