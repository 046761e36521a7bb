-- rowlock.analytics_workload(since, until, role, actor): who did how much, person by person.
-- Reads: rowlock.event, rowlock.escalation.
create or replace function rowlock.analytics_workload(
  since timestamptz,
  until timestamptz default now(),
  role  text default null,
  actor uuid default rowlock.actor_current()
)
returns setof rowlock.analytics_workload_person
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_now    constant timestamptz := clock_timestamp();
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_window constant tstzrange := rowlock._analytics_window(since => since, until => until, at => v_now);
  v_since  constant timestamptz := lower(v_window);
  v_until  constant timestamptz := upper(v_window);
begin
  perform rowlock._argument_text(field => 'role', value => role);
  return query
  with spans as materialized (
    select s.* from rowlock._analytics_spans(
      since => v_since, until => v_until, role => analytics_workload.role, access => v_access) s
  ),
  held as (
    -- Two rows held at the same time are one time of work: the union, not the sum.
    select
      s.holder as person, count(*) filter (where s.claimed_at >= v_since) as claims,
      count(*) filter (where s.lapsed and s.ended_at >= v_since and s.ended_at < v_until) as lapses,
      range_agg(tstzrange(b.low, greatest(b.low, least(s.ended_at, v_until)))) as times
    from spans s
    cross join lateral (select greatest(s.started_at, v_since) as low) b
    group by s.holder
  ),
  given_back as (
    select v.actor as person, count(*) as releases
    from rowlock.event v
    where v.occurred_at >= v_since and v.occurred_at < v_until
      and v.topic = 'escalation.released' and v.payload ->> 'reason' = 'released'
      and (analytics_workload.role is null or v.role = analytics_workload.role)
      and rowlock._can_read(v_access, v.role, v.assigned_to)
    group by v.actor
  ),
  answered as (
    select
      e.resolved_by as person, count(*) as resolves,
      percentile_cont(0.5) within group (order by extract(epoch from e.ended_at - e.claimed_at)::float8 / 60)
        filter (where e.assigned_to = e.resolved_by and e.claimed_at is not null) as median_work
    from rowlock.escalation e
    where e.status = 'resolved' and e.ended_at >= v_since and e.ended_at < v_until
      and (analytics_workload.role is null or e.role = analytics_workload.role)
      and rowlock._can_read(v_access, e.role, e.assigned_to)
    group by e.resolved_by
  )
  select
    p.person, coalesce(h.claims, 0), coalesce(a.resolves, 0), coalesce(g.releases, 0), coalesce(h.lapses, 0),
    round(a.median_work::numeric, 3), rowlock._analytics_minutes(t.total),
    round(extract(epoch from t.total) / extract(epoch from v_until - v_since), 4)
  from held h
  full join answered a using (person)
  full join given_back g using (person)
  cross join lateral (select coalesce(h.person, a.person, g.person) as person) p
  cross join lateral (
    select coalesce(sum(upper(r.span) - lower(r.span)), interval '0') as total from unnest(h.times) r (span)) t
  where p.person is not null
  order by coalesce(a.resolves, 0) desc, p.person;
end;
$$;

comment on function rowlock.analytics_workload is
  'By person in a window: claims, resolves, releases and lapses of claims; median_work_minutes from the last claim to the answer, of rows answered by who held them; held_minutes: the union of the times of live claims, by the journal; utilization: its share of the window. Claims older than what retention left of the journal are not known. Raises PT400, PT401, PT403.
Example: {"since": "2026-03-01T00:00:00Z", "until": "2026-03-02T00:00:00Z"}';
revoke all on function rowlock.analytics_workload from public;
select rowlock._function_grant('analytics_workload', 'service', 'user', 'proxy');
