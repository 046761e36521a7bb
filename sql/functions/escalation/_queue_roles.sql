-- rowlock._escalation_queue_roles(): every role that has a pending row, by one index descent a role.
-- Reads: rowlock.escalation.
create or replace function rowlock._escalation_queue_roles()
returns text[]
language sql volatile security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
  with recursive free as (
    (select e.role from only rowlock.escalation e
     where e.status = 'pending' and e.assigned_until is null order by e.role limit 1)
    union all
    select (
      select e.role from only rowlock.escalation e
      where e.status = 'pending' and e.assigned_until is null and e.role > f.role order by e.role limit 1)
    from free f where f.role is not null
  ),
  leased as (
    (select e.role from only rowlock.escalation e
     where e.status = 'pending' and e.assigned_until is not null order by e.role limit 1)
    union all
    select (
      select e.role from only rowlock.escalation e
      where e.status = 'pending' and e.assigned_until is not null and e.role > l.role order by e.role limit 1)
    from leased l where l.role is not null
  )
  select coalesce(array_agg(q.role), '{}')
  from (select f.role from free f union select l.role from leased l) q
  where q.role is not null;
$$;

comment on function rowlock._escalation_queue_roles is 'The roles of all pending rows: a loose scan of the two queue indexes.';
revoke all on function rowlock._escalation_queue_roles from public;
