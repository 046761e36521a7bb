-- rowlock._api_key_owner_check(user_id, access): may the actor handle the keys of this account?
-- Reads: rowlock.user_account, rowlock.membership.
create or replace function rowlock._api_key_owner_check(
  user_id uuid,
  access  rowlock.access
)
returns void
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  perform rowlock._argument_text(field => 'user_id', value => user_id::text, required => true);
  perform rowlock._actor_admin(access => access);
  if not exists (
    select from rowlock.user_account u
    where u.id = _api_key_owner_check.user_id and u.account_type = 'bot')
  then
    perform rowlock._bot_missing(id => user_id);
  end if;
  -- A key can do what its owner can: an admin must not gain more by it than the admin has.
  if exists (
    select from rowlock.membership m
    where m.user_id = _api_key_owner_check.user_id
      and (
        (m.type = 'superadmin' and not exists (
          select from rowlock.membership s where s.user_id = access.actor and s.type = 'superadmin'))
        or (not access.is_global and not m.role = any (access.admin_of))))
  then
    raise exception 'keys of this account are not the actor''s to handle'
      using errcode = 'PT403', constraint = 'api_key_owner',
            detail = jsonb_build_object('reason', 'wider_owner', 'user_id', user_id)::text,
            hint = 'It needs an admin of every role of the bot; for a superadmin''s keys, a superadmin.';
  end if;
end;
$$;

comment on function rowlock._api_key_owner_check is
  'The account is a bot, and the actor global or admin of all its roles. Raises PT400, PT403, PT404.';
revoke all on function rowlock._api_key_owner_check from public;
