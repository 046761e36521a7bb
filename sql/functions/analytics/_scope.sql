-- rowlock._analytics_scope(access, query): whose rows count, role by role.
-- Reads: rowlock.escalation.
create or replace function rowlock._analytics_scope(
  access rowlock.access,
  query  jsonb
)
returns rowlock.access
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_scope rowlock.access := rowlock._escalation_search_scope(access => access, query => query);
begin
  -- The indexes begin with the role: whoever sees all is given every role that has rows, found by a loose scan.
  if v_scope.is_global then
    v_scope.is_global := false;
    v_scope.read_all := array(
      select unnest(rowlock._escalation_queue_roles()) union select unnest(rowlock._escalation_ended_roles()));
  end if;
  return v_scope;
end;
$$;

comment on function rowlock._analytics_scope is 'The access narrowed to the roles that the query names; without is_global.';
revoke all on function rowlock._analytics_scope from public;
