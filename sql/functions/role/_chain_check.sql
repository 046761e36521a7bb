-- rowlock._role_chain_check(source_role, target_role, access): may a row go from this role to that one?
-- Reads: rowlock.role, rowlock.role_escalation.
create or replace function rowlock._role_chain_check(
  source_role text,
  target_role text,
  access      rowlock.access
)
returns void
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if source_role = target_role then
    perform rowlock._argument_refuse(
      field => 'target_role', reason => 'same_role', hint => 'Name another role than the row''s own.');
  end if;
  if not access.is_global and not exists (
    select from rowlock.role_escalation c
    where c.source_role = _role_chain_check.source_role and c.target_role = _role_chain_check.target_role)
  then
    raise exception 'roles are not chained'
      using errcode = 'PT403', constraint = 'role_chained',
            detail = jsonb_build_object(
              'reason', 'no_chain', 'source_role', source_role, 'target_role', target_role)::text,
            hint = 'An escalation chain has to lead from the one to the other.';
  end if;
  -- Held until the row is there, so that the role is not deleted meanwhile.
  perform from rowlock.role r where r.role = _role_chain_check.target_role for key share;
  if not found then
    perform rowlock._argument_refuse(
      field => 'target_role', reason => 'unknown_role', hint => 'Name a role that exists.');
  end if;
end;
$$;

comment on function rowlock._role_chain_check is
  'Raises PT403 when no chain leads there (a global actor needs none), PT400 when the target is unknown or the same.';
revoke all on function rowlock._role_chain_check from public;
