-- rowlock._metric_queue(at): how much waits in each role, and for how long.
-- Reads: rowlock.role, rowlock.escalation.
create or replace function rowlock._metric_queue(at timestamptz)
returns setof rowlock.metric
language sql volatile security invoker
set search_path = pg_catalog, pg_temp
set jit = off
-- The counts are read from the two queue indexes alone, up to a bound.
set enable_seqscan = off
set enable_bitmapscan = off
as $$
  with known as materialized (
    select k.role
    from (select r.role from rowlock.role r union select q.role from unnest(rowlock._escalation_queue_roles()) q (role)) k
    order by k.role
    limit 1000
  ),
  counted as materialized (
    select
      k.role,
      (select count(*) from (
        select from only rowlock.escalation e
        where e.status = 'pending' and e.assigned_until is null and e.role = k.role
        limit 100000) c) as free,
      (select count(*) from (
        select from only rowlock.escalation e
        where e.status = 'pending' and e.assigned_until is not null and e.role = k.role
          and e.assigned_until > _metric_queue.at
        limit 100000) c) as held,
      (select count(*) from (
        select from only rowlock.escalation e
        where e.status = 'pending' and e.assigned_until is not null and e.role = k.role
          and e.assigned_until <= _metric_queue.at
        limit 100000) c) as lapsed,
      -- The oldest of each priority is the first of its stretch of the index.
      (select min(o.created_at)
       from generate_series(1, 9) p (priority)
       cross join lateral (
         select e.created_at from only rowlock.escalation e
         where e.status = 'pending' and e.assigned_until is null and e.role = k.role and e.priority = p.priority
         order by e.created_at
         limit 1) o) as oldest
    from known k
  )
  select m.name, m.help, jsonb_build_object('role', c.role), m.value
  from counted c
  cross join lateral (values
    ('escalations_pending', 'Rows without an answer, held ones too; counting stops at 100,000.',
      (c.free + c.held + c.lapsed)::double precision),
    ('escalations_held', 'Rows under a live claim.', c.held::double precision),
    ('escalations_lapsed', 'Rows whose claim lapsed and that nobody took since.', c.lapsed::double precision),
    ('escalations_oldest_seconds', 'Age of the oldest row that nobody claimed.',
      coalesce(extract(epoch from _metric_queue.at - c.oldest), 0)::double precision)
  ) m (name, help, value)
  union all
  select 'escalations_due', 'Rows past their deadline that the sweep has not stamped; counting stops at 10,000.', '{}', (
    select count(*) from (
      select from only rowlock.escalation e where e.status = 'pending' and e.expires_at <= _metric_queue.at limit 10000) c);
$$;

comment on function rowlock._metric_queue is 'Samples a role, of at most 1,000 roles, and the backlog of the sweep.';
revoke all on function rowlock._metric_queue from public;
