-- rowlock._role_manage(access, role): refuse an actor who may not create or manage in the role.
create or replace function rowlock._role_manage(
  access rowlock.access,
  role   text
)
returns void
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if not rowlock._can_manage(access, role) then
    raise exception 'role may not be managed'
      using errcode = 'PT403', constraint = 'role_manage',
            detail = jsonb_build_object('reason', 'manage_scope', 'role', role)::text,
            hint = 'It needs write scope on the whole role, or global access.';
  end if;
end;
$$;

comment on function rowlock._role_manage is 'Raises PT403 unless the actor is global or has write=all on the role.';
revoke all on function rowlock._role_manage from public;
