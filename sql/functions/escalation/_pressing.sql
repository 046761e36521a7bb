-- rowlock._escalation_pressing(roles, free, at): how many rows of each role are in jeopardy.
-- Reads: rowlock.escalation, rowlock.role.
create or replace function rowlock._escalation_pressing(
  roles text[],
  free  bigint[],
  at    timestamptz
)
returns setof rowlock.escalation_fold_count
language sql stable security invoker
set search_path = pg_catalog, pg_temp
set jit = off
set plan_cache_mode = force_custom_plan
as $$
  -- As _escalation_in_jeopardy has it. Where age counts from created_at, that is older than a moment.
  with station as materialized (
    select r as role, a.free, m.minutes, at - make_interval(secs =>
      floor(least(m.minutes, 1000000000) * 60000000)::double precision / 1000000) as cut
    from unnest(_escalation_pressing.roles, _escalation_pressing.free) a (role, free)
    join rowlock.role r on r.role = a.role
    cross join lateral (select coalesce(r.priority_threshold_minutes, r.sla_minutes) as minutes) m
    where m.minutes is not null
  ),
  clocked as materialized (
    select (s.role).role as name, s.cut, s.free from station s where (s.role).priority_facet is null
  ),
  pressing as (
    -- The index has it in order of age: whichever end of a role is shorter is counted.
    select c.name, case
      when y.young <= c.free / 2 then c.free - y.young
      else (
        select count(*) from only rowlock.escalation e
        where e.status = 'pending' and e.assigned_until is null and e.role = c.name
          and e.priority = any ('{1,2,3,4,5,6,7,8,9}') and e.created_at < c.cut)
      end as n
    from clocked c
    cross join lateral (
      select count(*) as young
      from (
        select from only rowlock.escalation e
        where e.status = 'pending' and e.assigned_until is null and e.role = c.name
          and e.priority = any ('{1,2,3,4,5,6,7,8,9}') and e.created_at >= c.cut
        limit c.free / 2 + 1) f) y
    union all
    select e.role, -1
    from only rowlock.escalation e
    join clocked c on c.name = e.role
    where e.status = 'pending' and e.expires_at <= at and e.assigned_until is null and e.created_at < c.cut
    union all
    select e.role, 1
    from only rowlock.escalation e
    join clocked c on c.name = e.role
    where e.status = 'pending' and e.assigned_until <= at and e.role = any (_escalation_pressing.roles)
      and (e.expires_at is null or e.expires_at > at) and e.created_at < c.cut
    union all
    select e.role, 1
    from station s
    join only rowlock.escalation e on e.role = (s.role).role
    where (s.role).priority_facet is not null and e.status = 'pending'
      and (e.assigned_until is null or e.assigned_until is not null)
      and rowlock._escalation_in_jeopardy(e, s.role, at)
  )
  select p.name, null, sum(p.n)::bigint from pressing p group by p.name;
$$;

comment on function rowlock._escalation_pressing is 'Of roles with so many rows in the free index each; roles without any may be missing.';
revoke all on function rowlock._escalation_pressing from public;
