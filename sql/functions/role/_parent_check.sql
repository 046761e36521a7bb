-- rowlock._role_parent_check(role, parent_role): refuse a parent that is unknown, the role itself or below it.
-- Reads: rowlock.role. Writes: rowlock.role.
create or replace function rowlock._role_parent_check(
  role        text,
  parent_role text
)
returns void
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if parent_role is null then
    return;
  end if;
  if parent_role = role then
    perform rowlock._argument_refuse(
      field => 'parent_role', reason => 'itself', hint => 'Name another role than this one.');
  end if;
  -- One at a time until its commit: of two opposite changes the second sees the first. Stops nobody else.
  lock table rowlock.role in share update exclusive mode;
  perform from rowlock.role r where r.role = _role_parent_check.parent_role for key share;
  if not found then
    perform rowlock._argument_refuse(
      field => 'parent_role', reason => 'unknown_role', hint => 'Name a role that exists.');
  end if;
  if exists (
    with recursive above as (
      select r.role, r.parent_role from rowlock.role r where r.role = _role_parent_check.parent_role
      union
      select r.role, r.parent_role from above a join rowlock.role r on r.role = a.parent_role
    )
    select from above a where a.parent_role = _role_parent_check.role
  ) then
    perform rowlock._argument_refuse(
      field => 'parent_role', reason => 'cycle', hint => 'The role stands above that parent already.');
  end if;
end;
$$;

comment on function rowlock._role_parent_check is
  'Holds the parent, and all changes of parents, until the commit. Raises PT400.';
revoke all on function rowlock._role_parent_check from public;
