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
  v_counts rowlock.escalation_counts;
begin
  if v_hours is null then
    perform rowlock._argument_refuse(
      field => 'period', reason => 'unknown', hint => 'Give 1h, 24h, 7d or 30d.');
  end if;

  -- A gate without an assignee: who reads own rows alone gets no figures of the others'.
  with live as materialized (
    -- Free and leased rows are in two indexes: both, and then the table once.
    select
      e.role, e.type, count(*) as pending, count(*) filter (where e.assigned_until > v_now) as claimed,
      min(e.created_at) as oldest
    from only rowlock.escalation e
    where e.status = 'pending' and (e.assigned_until is null or e.assigned_until is not null)
      and (e.expires_at is null or e.expires_at > v_now) and rowlock._can_read(v_access, e.role, null)
    group by e.role, e.type
  ),
  ended as materialized (
    select e.status, e.type, count(*) as n
    from rowlock.escalation e
    where e.ended_at > v_since and e.ended_at <= v_now and rowlock._can_read(v_access, e.role, null)
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
    case when count(l.oldest) > 0 then greatest(round(extract(epoch from v_now - min(l.oldest)) / 60, 3), 0) end,
    (select coalesce(jsonb_agg(to_jsonb(r) order by r.role), '[]')
     from (
       select g.role, sum(g.pending) as pending, sum(g.claimed) as claimed from live g group by g.role) r),
    (select coalesce(jsonb_agg(to_jsonb(t) order by t.type), '[]')
     from (
       select g.type, sum(g.pending) as pending, sum(g.claimed) as claimed, sum(g.resolved) as resolved
       from (
         select a.type, a.pending, a.claimed, 0 as resolved from live a
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
