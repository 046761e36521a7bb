-- rowlock._escalation_live_counts(roles, at): how the queue stands, by role and type.
-- Reads: rowlock.escalation.
create or replace function rowlock._escalation_live_counts(
  roles text[],
  at    timestamptz
)
returns setof rowlock.escalation_live_count
language sql stable security invoker
set search_path = pg_catalog, pg_temp
set jit = off
set plan_cache_mode = force_custom_plan
as $$
  select p.role, p.type, sum(p.pending)::bigint, sum(p.claimed)::bigint, sum(p.free)::bigint, min(p.oldest)
  from (
    select o.role, o.type, o.open as pending, 0 as claimed, o.open as free, null::timestamptz as oldest
    from rowlock._escalation_open_counts(roles => _escalation_live_counts.roles) o
    union all
    -- Claims change from second to second, so the claimed ones are looked at.
    select
      e.role, e.type, 0, count(*) filter (where e.assigned_until > at and (e.expires_at is null or e.expires_at > at)),
      -count(*), min(e.created_at) filter (where e.expires_at is null or e.expires_at > at)
    from only rowlock.escalation e
    where e.status = 'pending' and e.assigned_until is not null
      and (_escalation_live_counts.roles is null or e.role = any (_escalation_live_counts.roles))
    group by e.role, e.type
    union all
    -- The deadline ended a row, stamped or not; the sweep keeps them few.
    select e.role, e.type, -count(*), 0, 0, null
    from only rowlock.escalation e
    where e.status = 'pending' and e.expires_at <= at
      and (_escalation_live_counts.roles is null or e.role = any (_escalation_live_counts.roles))
    group by e.role, e.type
  ) p
  group by p.role, p.type
  having sum(p.pending) > 0 or sum(p.free) > 0;
$$;

comment on function rowlock._escalation_live_counts is 'One row for each role and type that has any; null: of all roles.';
revoke all on function rowlock._escalation_live_counts from public;
