-- rowlock._role_admin(access, role): refuse an actor who does not administer the role.
create or replace function rowlock._role_admin(
  access rowlock.access,
  role   text
)
returns void
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if not (access.is_global or role = any (access.admin_of)) then
    raise exception 'role is not administered by the actor'
      using errcode = 'PT403', constraint = 'role_admin',
            detail = jsonb_build_object('reason', 'not_admin', 'role', role)::text,
            hint = 'Changing a role needs admin type on it, or global access.';
  end if;
end;
$$;

comment on function rowlock._role_admin is 'Raises PT403 unless the actor is global or has admin type on the role.';
revoke all on function rowlock._role_admin from public;
