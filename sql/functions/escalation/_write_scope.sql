-- rowlock._escalation_write_scope(access): the access of a reader of just the rows that the actor may act on.
-- Reads: rowlock.escalation.
create or replace function rowlock._escalation_write_scope(access rowlock.access)
returns rowlock.access
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_scope rowlock.access := access;
begin
  v_scope.is_global := false;
  v_scope.read_all := rowlock._escalation_claim_roles(roles => null, scope => access.write_all, is_global => access.is_global);
  v_scope.read_self := case when access.is_global then '{}' else access.write_self end;
  v_scope.read_for := access.write_for;
  return v_scope;
end;
$$;

comment on function rowlock._escalation_write_scope is
  'For queries that claim or answer what they find: their roles are those to write in, queue by queue.';
revoke all on function rowlock._escalation_write_scope from public;
