-- rowlock._analytics_idle(): how many rows of the free index there are by the bucket of their birth, as query text.
-- Reads: rowlock.escalation.
create or replace function rowlock._analytics_idle()
returns text
language sql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
  -- As if none of them were due: those that are, few, are subtracted and counted as rows. Of all others only what
  -- was born in the window is looked at, in the index alone; how many are older, the tally knows.
  select $q$
    with young as materialized (
      select case when e.created_at < $5 then width_bucket(e.created_at, $6) end as born, count(*)::integer as n
      from only rowlock.escalation e
      where e.status = 'pending' and e.assigned_until is null and e.role = any ($7)
        and e.priority = any ('{1,2,3,4,5,6,7,8,9}') and e.created_at >= $4
      group by 1
    )
    select y.born, y.n from young y where y.born is not null
    union all
    select 0, ((select sum(o.open) from rowlock._escalation_open_counts(roles => $7) o)
      - (select count(*) from only rowlock.escalation e
         where e.status = 'pending' and e.assigned_until is not null and e.role = any ($7))
      - (select coalesce(sum(y.n), 0) from young y))::integer
    union all
    select case when e.created_at >= $4 then width_bucket(e.created_at, $6) else 0 end, -1
    from only rowlock.escalation e
    where e.status = 'pending' and e.assigned_until is null and e.expires_at <= $3
      and e.role = any ($7) and e.created_at < $5$q$;
$$;

comment on function rowlock._analytics_idle is
  'Query text that gives born and n, which are to be added up: $3 is the time, $4 and $5 the window, $6 its cuts, $7 the roles. For _analytics_rows without the idle.';
revoke all on function rowlock._analytics_idle from public;
