-- rowlock.bot_patch(id, patch, actor): change some fields of a bot.
-- Writes: rowlock.user_account.
create or replace function rowlock.bot_patch(
  id    uuid,
  patch jsonb,
  actor uuid default rowlock.actor_current()
)
returns rowlock.user_account
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform rowlock._bot_check(id => id, access => rowlock._actor_access(actor => actor));
  return rowlock.user_patch(id => id, patch => patch, actor => actor);
end;
$$;

comment on function rowlock.bot_patch is
  'As user_patch, of a bot; a person is not found. Raises PT400, PT401, PT403, PT404, PT409.
Example: {"external_id": "nightly-importer", "display_name": "Importer", "status": "active", "metadata": {"team": "north"}}';
revoke all on function rowlock.bot_patch from public;
select rowlock._function_grant('bot_patch', 'service', 'user', 'proxy');
