-- rowlock._host_check(host): refuse what no host can be.
-- Reads: rowlock.user_account.
create or replace function rowlock._host_check(host rowlock.host)
returns void
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  perform rowlock._argument_text(field => 'name', value => host.name, required => true);
  perform rowlock._argument_text(field => 'platform', value => host.platform, required => true);
  if host.platform not in ('macos', 'linux') then
    perform rowlock._argument_refuse(
      field => 'platform', reason => 'unknown', hint => 'macos or linux; Windows is not served.');
  end if;
  perform rowlock._argument_text(field => 'token_fingerprint', value => host.token_fingerprint);
  if host.bot_id is not null and not exists (
    select from rowlock.user_account u where u.id = host.bot_id and u.account_type = 'bot')
  then
    perform rowlock._argument_refuse(field => 'bot_id', reason => 'unknown', hint => 'Name a bot, by its id.');
  end if;
end;
$$;

comment on function rowlock._host_check is 'Raises PT400 naming the field.';
revoke all on function rowlock._host_check from public;
