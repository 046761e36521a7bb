-- rowlock.host_patch(id, patch, actor): an operator changes what a host is called, what it is, or who speaks for it.
-- Reads: rowlock.user_account. Writes: rowlock.host.
create or replace function rowlock.host_patch(
  id    uuid,
  patch jsonb default '{}',
  actor uuid default rowlock.actor_current()
)
returns rowlock.host
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_host rowlock.host;
  v_new  rowlock.host;
begin
  perform rowlock._actor_global(access => rowlock._actor_access(actor => actor));
  perform rowlock._argument_members(patch => patch, kinds => jsonb_build_object(
    'name', 'string', 'platform', 'string', 'token_fingerprint', 'string?', 'bot_id', 'string?'));
  v_host := rowlock._host_locked(id => id);
  begin
    v_host := jsonb_populate_record(v_host, patch);
  exception when invalid_text_representation then
    perform rowlock._argument_refuse(field => 'bot_id', reason => 'not_uuid', hint => 'Give bot_id as a UUID.');
  end;
  perform rowlock._host_check(host => v_host);
  begin
    update rowlock.host h
    set
      name = v_host.name, platform = v_host.platform, token_fingerprint = v_host.token_fingerprint,
      bot_id = v_host.bot_id, version = h.version + 1, updated_at = clock_timestamp()
    where h.id = host_patch.id
      and (h.name, h.platform, h.token_fingerprint, h.bot_id)
        is distinct from (v_host.name, v_host.platform, v_host.token_fingerprint, v_host.bot_id)
    returning h.* into v_new;
  exception when unique_violation then
    perform rowlock._host_taken(name => v_host.name);
  end;
  return case when v_new.id is null then v_host else v_new end;
end;
$$;

comment on function rowlock.host_patch is
  'Of {name, platform, token_fingerprint, bot_id}: a key absent keeps, null clears, a value sets. So a host takes a new token, or goes to another bot. Needs global access. Raises PT400, PT401, PT403, PT404, PT409.
Example: {"name": "mac-mini-8", "platform": "macos", "token_fingerprint": "sha256:60303ae2", "bot_id": null}';
revoke all on function rowlock.host_patch from public;
select rowlock._function_grant('host_patch', 'service', 'user', 'proxy');
