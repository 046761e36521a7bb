-- rowlock._membership_grantable(access, user_id, role, type): may the actor grant, change or strip this membership?
-- Reads: rowlock.membership.
create or replace function rowlock._membership_grantable(
  access  rowlock.access,
  user_id uuid,
  role    text,
  type    text
)
returns void
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if rowlock._user_is_superadmin(id => access.actor) then
    return;
  end if;
  if not role = any (access.admin_of) or type = 'superadmin' or rowlock._user_is_superadmin(id => user_id) then
    raise exception 'membership may not be granted'
      using errcode = 'PT403', constraint = 'membership_grantable',
            detail = jsonb_build_object('reason', 'not_admin', 'role', role, 'user_id', user_id)::text,
            hint = 'An admin of the role grants it as member or admin; a superadmin grants anything.';
  end if;
end;
$$;

comment on function rowlock._membership_grantable is
  'Superadmins grant anything; admins of the role grant it as member or admin, to anybody but superadmins. Raises PT403.';
revoke all on function rowlock._membership_grantable from public;
