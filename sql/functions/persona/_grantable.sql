-- rowlock._persona_grantable(access, key, roles, user_ids): may the actor give or take these roles of these accounts through a persona?
-- Reads: rowlock.membership.
create or replace function rowlock._persona_grantable(
  access   rowlock.access,
  key      text,
  roles    text[],
  user_ids uuid[] default '{}'
)
returns void
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  perform rowlock._actor_admin(access => access);
  if rowlock._user_is_superadmin(id => access.actor) then
    return;
  end if;
  if not roles <@ access.admin_of or exists (
    select from rowlock.membership m where m.user_id = any (_persona_grantable.user_ids) and m.type = 'superadmin')
  then
    raise exception 'persona may not be granted'
      using errcode = 'PT403', constraint = 'persona_grantable',
            detail = jsonb_build_object('reason', 'not_admin', 'key', key, 'roles', roles)::text,
            hint = 'It needs an admin of each of these roles; where a superadmin has the persona, a superadmin.';
  end if;
end;
$$;

comment on function rowlock._persona_grantable is
  'The rules of membership_grant, for all roles and holders that a change of a persona touches. Raises PT403.';
revoke all on function rowlock._persona_grantable from public;
