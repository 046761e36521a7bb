-- rowlock.bot_create(external_id, email, display_name, metadata, actor): a new bot.
-- Writes: rowlock.user_account.
create or replace function rowlock.bot_create(
  external_id  text,
  email        text default null,
  display_name text default null,
  metadata     jsonb default '{}',
  actor        uuid default rowlock.actor_current()
)
returns rowlock.user_account
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return rowlock.user_create(
    external_id => bot_create.external_id, account_type => 'bot', email => bot_create.email,
    display_name => bot_create.display_name, metadata => bot_create.metadata, actor => bot_create.actor);
end;
$$;

comment on function rowlock.bot_create is
  'As user_create, of a bot: it signs in by API key only. Raises PT400, PT401, PT403, PT409.';
revoke all on function rowlock.bot_create from public;
select rowlock._function_grant('bot_create', 'service', 'user', 'proxy');
