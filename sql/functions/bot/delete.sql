-- rowlock.bot_delete(id, actor): a bot ends, with its memberships, keys and personas.
-- Writes: rowlock.user_account, rowlock.event.
create or replace function rowlock.bot_delete(
  id    uuid,
  actor uuid default rowlock.actor_current()
)
returns rowlock.user_account
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform rowlock._bot_check(id => id, access => rowlock._actor_access(actor => actor));
  return rowlock.user_delete(id => id, actor => actor);
end;
$$;

comment on function rowlock.bot_delete is 'As user_delete, of a bot; a person is not found. Raises PT400, PT401, PT403, PT404, PT409.';
revoke all on function rowlock.bot_delete from public;
select rowlock._function_grant('bot_delete', 'service', 'user', 'proxy');
