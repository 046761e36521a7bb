-- rowlock._escalation_pond_scope(access, query): the gate of claims by a query: write scope on the whole role.
-- Reads: rowlock.role.
create or replace function rowlock._escalation_pond_scope(
  access rowlock.access,
  query  jsonb
)
returns rowlock.access
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_scope rowlock.access := access;
begin
  if not rowlock._can_manage(access, query ->> 'role') then
    perform rowlock._role_manage(access => access, role => query ->> 'role');
  end if;
  -- Who may claim every row of a role may see them. Roles beside the role can only narrow it to nothing.
  v_scope.is_global := false;
  v_scope.read_all := case when coalesce(query -> 'roles' ? (query ->> 'role'), true) then array[query ->> 'role'] else '{}' end;
  v_scope.read_self := '{}';
  return v_scope;
end;
$$;

comment on function rowlock._escalation_pond_scope is
  'The access, narrowed to the role of the checked query. Raises PT403 unless the actor is global or has write=all on it.';
revoke all on function rowlock._escalation_pond_scope from public;
