-- rowlock.host_register(name, platform, token_fingerprint, instance_id, actor): a worker begins on a host.
-- Reads: rowlock.host, rowlock.user_account, rowlock.api_key. Writes: rowlock.host, rowlock.event.
create or replace function rowlock.host_register(
  name              text,
  platform          text,
  token_fingerprint text default null,
  instance_id       uuid default null,
  actor             uuid default rowlock.actor_current()
)
returns rowlock.host_beat
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now    timestamptz := clock_timestamp();
  v_given  rowlock.host;
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_bot    constant uuid := (
    select u.id from rowlock.user_account u where u.id = v_access.actor and u.account_type = 'bot');
  v_host   rowlock.host;
  v_new    boolean := false;
  v_adopts boolean := false;
  v_beat   rowlock.host_beat;
begin
  v_given.name := name;
  v_given.platform := platform;
  v_given.token_fingerprint := token_fingerprint;
  perform rowlock._host_check(host => v_given);
  select h.* into v_host from rowlock.host h where h.name = host_register.name for no key update;
  if not found then
    perform rowlock._host_registrar(access => v_access);
    -- Version 0 is seen by nobody: registering, below, makes it 1.
    insert into rowlock.host (name, platform, token_fingerprint, bot_id, version, created_at, updated_at)
    values (host_register.name, host_register.platform, host_register.token_fingerprint, v_bot, 0, v_now, v_now)
    on conflict on constraint host_name_key do nothing;
    v_new := found;
    select h.* into v_host from rowlock.host h where h.name = host_register.name for no key update;
  end if;

  if not v_new then
    if v_host.bot_id is null and v_host.last_seen_at is null and v_host.instance_id is null then
      -- An operator made it, and nobody has spoken for it: the first bot that may register has it.
      perform rowlock._host_registrar(access => v_access);
      v_adopts := true;
      v_host.bot_id := v_bot;
    else
      perform rowlock._host_speaks(host => v_host, access => v_access);
    end if;
    if token_fingerprint <> v_host.token_fingerprint
      or (v_adopts and token_fingerprint is null and v_host.token_fingerprint is not null)
    then
      raise exception 'host has another token'
        using errcode = 'PT409', constraint = 'host_fingerprint',
              detail = jsonb_build_object('reason', 'other_fingerprint', 'host_id', v_host.id, 'name', name)::text,
              hint = 'Register under another name, or have a global actor patch the fingerprint.';
    end if;
    v_host.platform := platform;
    v_host.token_fingerprint := coalesce(token_fingerprint, v_host.token_fingerprint);
    v_now := clock_timestamp();
  end if;

  v_beat := rowlock._host_seen(
    host => v_host, instance_id => instance_id, registers => true, actor => v_access.actor, at => v_now);
  v_beat.created := v_new;
  return v_beat;
end;
$$;

comment on function rowlock.host_register is
  'A worker begins on a host, and names the installation that speaks (instance_id, kept on its disk). A new name needs a bot with a live key of the scope host, whose host it is from then on, or a global actor; so does a host that an operator created and nobody has spoken for. Otherwise only its own bot, or a global actor; another token_fingerprint is refused. Raises PT400, PT401, PT403, PT409.
Example: {"name": "mac-mini-7", "platform": "macos", "token_fingerprint": "sha256:9f86d081", "instance_id": "0b9f6f0e-5f0c-4a7e-9d0a-6f1f3f6c2a11"}';
revoke all on function rowlock.host_register from public;
select rowlock._function_grant('host_register', 'service', 'user', 'proxy');
