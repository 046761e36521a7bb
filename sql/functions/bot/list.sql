-- rowlock.bot_list(search, status, role, type, max_rows, skip_rows, actor): bots by external id.
-- Reads: rowlock.user_account, rowlock.membership.
create or replace function rowlock.bot_list(
  search    text default null,
  status    text default null,
  role      text default null,
  type      text default null,
  max_rows  integer default 50,
  skip_rows integer default 0,
  actor     uuid default rowlock.actor_current()
)
returns rowlock.user_page
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return rowlock.user_list(
    search => bot_list.search, account_type => 'bot', status => bot_list.status, role => bot_list.role,
    type => bot_list.type, max_rows => bot_list.max_rows, skip_rows => bot_list.skip_rows, actor => bot_list.actor);
end;
$$;

comment on function rowlock.bot_list is 'As user_list, of bots. Raises PT400, PT401, PT403.';
revoke all on function rowlock.bot_list from public;
select rowlock._function_grant('bot_list', 'service', 'user', 'proxy');
