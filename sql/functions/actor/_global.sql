-- rowlock._actor_global(access): refuse an actor without global access.
create or replace function rowlock._actor_global(access rowlock.access)
returns void
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if not access.is_global then
    raise exception 'global access is needed'
      using errcode = 'PT403', constraint = 'actor_global',
            detail = jsonb_build_object('reason', 'not_global', 'actor', access.actor)::text,
            hint = 'Ask a superadmin, or an admin of the role admin.';
  end if;
end;
$$;

comment on function rowlock._actor_global is 'Raises PT403 unless the actor is global.';
revoke all on function rowlock._actor_global from public;
