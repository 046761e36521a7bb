-- rowlock._escalation_oldest_free(roles, at): when the oldest row was created that is in the free index and not due.
-- Reads: rowlock.escalation.
create or replace function rowlock._escalation_oldest_free(
  roles text[],
  at    timestamptz
)
returns timestamptz
language sql stable security invoker
set search_path = pg_catalog, pg_temp
set jit = off
-- The oldest of each priority is the first of its stretch of the index; in any other order all rows would be walked.
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
set enable_incremental_sort = off
as $$
  select min(o.created_at)
  from unnest(_escalation_oldest_free.roles) r (role)
  cross join lateral (
    with recursive first as (
      (select e.priority, e.created_at
       from only rowlock.escalation e
       where e.status = 'pending' and e.assigned_until is null and e.role = r.role
         and (e.expires_at is null or e.expires_at > at)
       order by e.priority, e.created_at
       limit 1)
      union all
      select n.priority, n.created_at
      from first f
      cross join lateral (
        select e.priority, e.created_at
        from only rowlock.escalation e
        where e.status = 'pending' and e.assigned_until is null and e.role = r.role and e.priority > f.priority
          and (e.expires_at is null or e.expires_at > at)
        order by e.priority, e.created_at
        limit 1) n
    )
    select f.created_at from first f
  ) o;
$$;

comment on function rowlock._escalation_oldest_free is 'Null when there is none: one index descent for each role and priority that has rows.';
revoke all on function rowlock._escalation_oldest_free from public;
