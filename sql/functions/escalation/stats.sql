-- rowlock.escalation_stats(period, actor): how the queue stands, and what happened in the last hours or days.
-- Reads: rowlock.escalation.
create or replace function rowlock.escalation_stats(
  period text default '24h',
  actor  uuid default rowlock.actor_current()
)
returns rowlock.escalation_counts
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
set jit = off
-- Planned for this window and these roles; a plan for any would not know how few rows they are.
set plan_cache_mode = force_custom_plan
as $$
declare
  v_now    constant timestamptz := clock_timestamp();
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_hours  constant integer := case period when '1h' then 1 when '24h' then 24 when '7d' then 168 when '30d' then 720 end;
  v_since  constant timestamptz := v_now - make_interval(hours => v_hours);
  v_roles  text[];
  v_ended  text[];
  v_counts rowlock.escalation_counts;
begin
  if v_hours is null then
    perform rowlock._argument_refuse(
      field => 'period', reason => 'unknown', hint => 'Give 1h, 24h, 7d or 30d.');
  end if;

  -- A gate without an assignee: who reads own rows alone gets no figures of the others'.
  v_roles := case when not v_access.is_global then v_access.read_all end;
  -- Role by role, an index has all that is asked of an ended row; beside months of history, to find the roles would cost more.
  v_ended := case
    when v_access.is_global and not exists (
      select from pg_inherits i where i.inhparent = 'rowlock.escalation'::regclass)
    then rowlock._escalation_ended_roles() else v_roles end;
  with live as materialized (
    select l.* from rowlock._escalation_live_counts(roles => v_roles, at => v_now) l
  ),
  ended as materialized (
    select a.status, a.type, a.n
    from unnest(v_ended) r (role)
    cross join lateral (
      select e.status, e.type, count(*) as n
      from rowlock.escalation e
      where e.role = r.role and e.ended_at > v_since and e.ended_at <= v_now
      group by e.status, e.type
    ) a
    union all
    select e.status, e.type, count(*)
    from rowlock.escalation e
    where v_ended is null and e.ended_at > v_since and e.ended_at <= v_now
    group by e.status, e.type
    union all
    -- The deadline ended a row, stamped or not.
    select 'expired', null, count(*)
    from only rowlock.escalation e
    where e.status = 'pending' and e.expires_at > v_since and e.expires_at <= v_now
      and rowlock._can_read(v_access, e.role, null)
  )
  select
    coalesce(sum(l.pending), 0), coalesce(sum(l.claimed), 0), coalesce(sum(l.pending - l.claimed), 0),
    (select count(*) from rowlock.escalation e
     where e.created_at > v_since and e.created_at <= v_now and rowlock._can_read(v_access, e.role, null)),
    (select coalesce(sum(d.n), 0) from ended d where d.status = 'resolved'),
    (select coalesce(sum(d.n), 0) from ended d where d.status = 'cancelled'),
    (select coalesce(sum(d.n), 0) from ended d where d.status = 'expired'),
    (select greatest(round(extract(epoch from v_now - o.oldest) / 60, 3), 0)
     from (
       select least(min(g.oldest), rowlock._escalation_oldest_free(
         roles => array_agg(distinct g.role) filter (where g.free > 0), at => v_now)) as oldest
       from live g) o
     where o.oldest is not null),
    (select coalesce(jsonb_agg(to_jsonb(r) order by r.role), '[]')
     from (
       select g.role, sum(g.pending) as pending, sum(g.claimed) as claimed from live g where g.pending > 0 group by g.role) r),
    (select coalesce(jsonb_agg(to_jsonb(t) order by t.type), '[]')
     from (
       select g.type, sum(g.pending) as pending, sum(g.claimed) as claimed, sum(g.resolved) as resolved
       from (
         select a.type, a.pending, a.claimed, 0 as resolved from live a where a.pending > 0
         union all
         select d.type, 0, 0, d.n from ended d where d.status = 'resolved') g
       group by g.type) t)
  into v_counts
  from live l;
  return v_counts;
end;
$$;

comment on function rowlock.escalation_stats is
  'Figures of the roles that the actor reads in all. pending (held ones included), claimed and available are of now; created, resolved, cancelled and expired of the period: 1h, 24h, 7d or 30d. by_role: roles with a pending row; by_type: types with a pending row or a resolved one. Due rows count as expired. Raises PT400, PT401, PT403.
Answers: {"pending": 5, "claimed": 2, "available": 3, "created": 9, "resolved": 4, "cancelled": 1, "expired": 0, "oldest_pending_minutes|null": 12.5, "by_role": [{"role": "reviewer", "pending": 5, "claimed": 2}], "by_type": [{"type": "approval", "pending": 5, "claimed": 2, "resolved": 4}]}';
revoke all on function rowlock.escalation_stats from public;
select rowlock._function_grant('escalation_stats', 'service', 'user', 'proxy');
