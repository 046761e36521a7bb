-- rowlock._user_owner_check(id, access): may the actor change this account? Locks it.
-- Reads: rowlock.user_account, rowlock.membership.
create or replace function rowlock._user_owner_check(
  id     uuid,
  access rowlock.access
)
returns void
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  perform rowlock._argument_text(field => 'id', value => id::text, required => true);
  perform rowlock._actor_admin(access => access);
  perform rowlock._user_lock(id);
  if not exists (select from rowlock.user_account u where u.id = _user_owner_check.id) then
    perform rowlock._user_missing(id => id);
  end if;
  -- A name or a password opens all that the account may: an admin must not gain more by it than the admin has.
  if (rowlock._user_is_superadmin(id => id) and not rowlock._user_is_superadmin(id => access.actor))
    or (not access.is_global and exists (
      select from rowlock.membership m
      where m.user_id = _user_owner_check.id and not m.role = any (access.admin_of)))
  then
    raise exception 'account is not the actor''s to change'
      using errcode = 'PT403', constraint = 'user_owner',
            detail = jsonb_build_object('reason', 'wider_account', 'id', id)::text,
            hint = 'It needs an admin of every role of the account, or global access; for a superadmin, a superadmin.';
  end if;
end;
$$;

comment on function rowlock._user_owner_check is
  'The account exists, and the actor is global or admin of all its roles; of a superadmin, superadmin. Raises PT400, PT403, PT404.';
revoke all on function rowlock._user_owner_check from public;
