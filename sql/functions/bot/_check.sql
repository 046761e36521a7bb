-- rowlock._bot_check(id, access): refuse an account that is no bot.
-- Reads: rowlock.user_account.
create or replace function rowlock._bot_check(
  id     uuid,
  access rowlock.access
)
returns void
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  perform rowlock._argument_text(field => 'id', value => id::text, required => true);
  if id <> access.actor then
    perform rowlock._actor_admin(access => access);
  end if;
  if not exists (select from rowlock.user_account u where u.id = _bot_check.id and u.account_type = 'bot') then
    perform rowlock._bot_missing(id => id);
  end if;
end;
$$;

comment on function rowlock._bot_check is 'The account is a bot, and the actor it, global or of admin type. Raises PT400, PT403, PT404.';
revoke all on function rowlock._bot_check from public;
