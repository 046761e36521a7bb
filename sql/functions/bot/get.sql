-- rowlock.bot_get(id, actor): one bot.
-- Reads: rowlock.user_account.
create or replace function rowlock.bot_get(
  id    uuid,
  actor uuid default rowlock.actor_current()
)
returns rowlock.user_account
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform rowlock._bot_check(id => id, access => rowlock._actor_access(actor => actor));
  return rowlock.user_get(id => id, actor => actor);
end;
$$;

comment on function rowlock.bot_get is 'As user_get, of a bot; a person is not found. Raises PT400, PT401, PT403, PT404.';
revoke all on function rowlock.bot_get from public;
select rowlock._function_grant('bot_get', 'service', 'user', 'proxy');
