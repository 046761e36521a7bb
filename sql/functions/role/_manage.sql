-- rowlock._role_manage(access, role): refuse an actor who may not create or manage in the role.
-- Reads: rowlock.role.
create or replace function rowlock._role_manage(
  access rowlock.access,
  role   text
)
returns void
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_may boolean := rowlock._can_manage(access, role);
begin
  -- A role that is deleted after the access was read takes no more rows; a global actor needs no role.
  if v_may and not access.is_global then
    v_may := rowlock._role_hold(role => role);
  end if;
  if not v_may then
    raise exception 'role may not be managed'
      using errcode = 'PT403', constraint = 'role_manage',
            detail = jsonb_build_object('reason', 'manage_scope', 'role', role)::text,
            hint = 'It needs write scope on the whole role, which an admin of the role grants, or global access.';
  end if;
end;
$$;

comment on function rowlock._role_manage is 'Holds the role until the commit. Raises PT403 unless the actor is global or has write=all on the role.';
revoke all on function rowlock._role_manage from public;
