-- rowlock.api_key_mint(user_id, name, scopes, expires_at, actor): a new key of a bot, shown this once.
-- Reads: rowlock.user_account. Writes: rowlock.api_key.
create or replace function rowlock.api_key_mint(
  user_id    uuid,
  name       text,
  scopes     text[] default '{}',
  expires_at timestamptz default null,
  actor      uuid default rowlock.actor_current()
)
returns rowlock.api_key_minted
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  -- gen_random_uuid draws 122 bits of a strong source each; three of them fill the digest.
  v_prefix constant text := left(encode(sha256(uuid_send(gen_random_uuid())), 'hex'), 12);
  v_secret constant text := encode(sha256(
    uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex');
  v_key    constant text := 'rl_' || v_prefix || '_' || v_secret;
  v_row    rowlock.api_key;
begin
  -- Or a bot could be promoted between the check and the key.
  perform rowlock._user_lock(user_id);
  perform rowlock._api_key_owner_check(user_id => user_id, access => v_access);
  perform rowlock._argument_text(field => 'name', value => name, required => true);
  if cardinality(scopes) > 100 then
    perform rowlock._argument_refuse(field => 'scopes', reason => 'too_many', hint => 'Name at most 100 scopes.');
  end if;
  if not coalesce(scopes, '{}') <@ array['read', 'host'] then
    perform rowlock._argument_refuse(field => 'scopes', reason => 'unknown', hint => 'read, host, or none for all.');
  end if;
  if expires_at <= clock_timestamp() then
    perform rowlock._argument_refuse(
      field => 'expires_at', reason => 'not_in_future', hint => 'Give a time in the future.');
  end if;

  insert into rowlock.api_key (user_id, name, key_prefix, key_hash, scopes, expires_at, created_by)
  values (
    api_key_mint.user_id, api_key_mint.name, v_prefix, sha256(convert_to(v_key, 'UTF8')),
    array(select distinct s.scope from unnest(api_key_mint.scopes) s (scope) order by s.scope), api_key_mint.expires_at,
    v_access.actor)
  on conflict on constraint api_key_name_key do nothing
  returning * into v_row;
  if not found then
    raise exception 'key name is taken'
      using errcode = 'PT409', constraint = 'api_key_name_taken',
            detail = jsonb_build_object('reason', 'taken', 'name', name)::text,
            hint = 'Choose another name, or revoke the key that has it.';
  end if;
  return row(
    v_row.id, v_row.user_id, v_row.name, v_row.key_prefix, v_key, v_row.scopes, v_row.expires_at, v_row.created_at
  )::rowlock.api_key_minted;
end;
$$;

comment on function rowlock.api_key_mint is
  'Makes a key `rl_<prefix>_<secret>` of a bot and returns it, once; only its sha256 is kept. Raises PT400, PT401, PT403, PT404, PT409.';
revoke all on function rowlock.api_key_mint from public;
select rowlock._function_grant('api_key_mint', 'service', 'user', 'proxy');
