-- rowlock.api_key_revoke(user_id, key_id, actor): end a key of a bot.
-- Reads: rowlock.user_account. Writes: rowlock.api_key.
create or replace function rowlock.api_key_revoke(
  user_id uuid,
  key_id  uuid,
  actor   uuid default rowlock.actor_current()
)
returns rowlock.api_key_info
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_info   rowlock.api_key_info;
begin
  perform rowlock._user_lock(user_id);
  perform rowlock._api_key_owner_check(user_id => user_id, access => v_access);
  perform rowlock._argument_text(field => 'key_id', value => key_id::text, required => true);
  delete from rowlock.api_key k
  where k.id = api_key_revoke.key_id and k.user_id = api_key_revoke.user_id
  returning k.id, k.user_id, k.name, k.key_prefix, k.scopes, k.expires_at, k.last_used_at, k.created_at into v_info;
  if not found then
    raise exception 'key does not exist'
      using errcode = 'PT404', constraint = 'api_key_exists',
            detail = jsonb_build_object('reason', 'not_found', 'key_id', key_id)::text,
            hint = 'List the keys of this bot.';
  end if;
  return v_info;
end;
$$;

comment on function rowlock.api_key_revoke is
  'Removes a key through the bot that owns it; the next request with it is refused. Raises PT400, PT401, PT403, PT404.';
revoke all on function rowlock.api_key_revoke from public;
select rowlock._function_grant('api_key_revoke', 'service', 'user', 'proxy');
