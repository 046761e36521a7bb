-- rowlock.host_create(name, platform, token_fingerprint, bot_id, actor): an operator makes a host before its worker comes.
-- Reads: rowlock.user_account. Writes: rowlock.host.
create or replace function rowlock.host_create(
  name              text,
  platform          text,
  token_fingerprint text default null,
  bot_id            uuid default null,
  actor             uuid default rowlock.actor_current()
)
returns rowlock.host
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now  constant timestamptz := clock_timestamp();
  v_host rowlock.host;
begin
  perform rowlock._actor_global(access => rowlock._actor_access(actor => actor));
  v_host.name := name;
  v_host.platform := platform;
  v_host.token_fingerprint := token_fingerprint;
  v_host.bot_id := bot_id;
  perform rowlock._host_check(host => v_host);

  insert into rowlock.host (name, platform, token_fingerprint, bot_id, created_at, updated_at)
  values (v_host.name, v_host.platform, v_host.token_fingerprint, v_host.bot_id, v_now, v_now)
  on conflict on constraint host_name_key do nothing
  returning * into v_host;
  if not found then
    perform rowlock._host_taken(name => name);
  end if;
  return v_host;
end;
$$;

comment on function rowlock.host_create is
  'A host that is registered and was never seen. bot_id: who will speak for it; left out, the first bot that registers it, with its token_fingerprint where one is given here. Needs global access. Raises PT400, PT401, PT403, PT409.
Example: {"name": "mac-mini-7", "platform": "macos", "token_fingerprint": "sha256:9f86d081"}';
revoke all on function rowlock.host_create from public;
select rowlock._function_grant('host_create', 'service', 'user', 'proxy');
