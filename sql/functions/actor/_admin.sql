-- rowlock._actor_admin(access): refuse an actor who is neither global nor admin of any role.
create or replace function rowlock._actor_admin(access rowlock.access)
returns void
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if access.admin_of = '{}' then
    perform rowlock._actor_global(access => access);
  end if;
end;
$$;

comment on function rowlock._actor_admin is 'Raises PT403 unless the actor is global, or of admin type in some role.';
revoke all on function rowlock._actor_admin from public;
