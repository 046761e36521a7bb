-- rowlock._escalation_ended_roles(): every role that has an ended row, by one index descent a role.
-- Reads: rowlock.escalation.
create or replace function rowlock._escalation_ended_roles()
returns text[]
language sql stable security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
  with recursive ended as (
    (select e.role from rowlock.escalation e where e.ended_at is not null order by e.role limit 1)
    union all
    select (select e.role from rowlock.escalation e where e.ended_at is not null and e.role > d.role order by e.role limit 1)
    from ended d where d.role is not null
  )
  select coalesce(array_agg(d.role), '{}') from ended d where d.role is not null;
$$;

comment on function rowlock._escalation_ended_roles is 'The roles of all ended rows: a loose scan of their index.';
revoke all on function rowlock._escalation_ended_roles from public;
