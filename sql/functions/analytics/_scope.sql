-- rowlock._analytics_scope(access, query): whose rows count, role by role.
-- Reads: rowlock.escalation.
create or replace function rowlock._analytics_scope(
  access rowlock.access,
  query  jsonb
)
returns rowlock.access
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_scope rowlock.access := rowlock._escalation_search_scope(access => access, query => query);
begin
  -- The indexes begin with the role: whoever sees all is given every role that has rows, found by a loose scan.
  if v_scope.is_global then
    v_scope.is_global := false;
    with recursive ended as (
      (select e.role from rowlock.escalation e where e.ended_at is not null order by e.role limit 1)
      union all
      select (
        select e.role from rowlock.escalation e
        where e.ended_at is not null and e.role > d.role order by e.role limit 1)
      from ended d where d.role is not null
    )
    select array(
      select d.role from ended d where d.role is not null
      union
      select q.role from unnest(rowlock._escalation_queue_roles()) q (role))
    into v_scope.read_all;
  end if;
  return v_scope;
end;
$$;

comment on function rowlock._analytics_scope is 'The access narrowed to the roles that the query names; without is_global.';
revoke all on function rowlock._analytics_scope from public;
