-- rowlock.api_key_verify(key_prefix, key_sha256, needs, route_scope): whose key is this?
-- Reads: rowlock.api_key, rowlock.user_account. Writes: rowlock.api_key.
create or replace function rowlock.api_key_verify(
  key_prefix  text,
  key_sha256  bytea,
  needs       text default 'write',
  route_scope text default null
)
returns uuid
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_key rowlock.api_key;
begin
  select k.* into v_key
  from rowlock.api_key k
  join rowlock.user_account u on u.id = k.user_id and u.status = 'active'
  where k.key_prefix = api_key_verify.key_prefix
    and (k.expires_at is null or k.expires_at > v_now)
    -- All bits are compared whatever the first ones are, so time tells nothing.
    and octet_length(api_key_verify.key_sha256) = 32
    and bit_count(('x' || encode(k.key_hash, 'hex'))::bit(256)
      # ('x' || encode(api_key_verify.key_sha256, 'hex'))::bit(256)) = 0;
  if not found then
    raise exception 'key is not valid'
      using errcode = 'PT401', constraint = 'key_valid',
            detail = jsonb_build_object('reason', 'invalid')::text,
            hint = 'The key is unknown, revoked or expired, or its bot is not active; whoever administers the bot mints another one.';
  end if;
  -- No scope allows all; read allows reading; a scope that is for a kind of route allows those routes.
  if v_key.scopes <> '{}' and not coalesce(needs = any (v_key.scopes), false)
    and not coalesce(route_scope = any (v_key.scopes), false)
  then
    raise exception 'key does not allow this'
      using errcode = 'PT403', constraint = 'key_scope',
            detail = jsonb_build_object('reason', 'scope', 'needs', coalesce(nullif(route_scope, ''), needs), 'scopes', v_key.scopes)::text,
            hint = 'Use a key without scopes, or with the one that is needed.';
  end if;
  if v_key.last_used_at is null or v_key.last_used_at < v_now - interval '1 minute' then
    -- Whoever stamps it just now has the lock until that call ends; nobody waits for it.
    update rowlock.api_key k set last_used_at = v_now
    where k.id = (
      select s.id from rowlock.api_key s
      where s.id = v_key.id and (s.last_used_at is null or s.last_used_at < v_now - interval '1 minute')
      for no key update skip locked);
  end if;
  return v_key.user_id;
end;
$$;

comment on function rowlock.api_key_verify is
  'The owner of a live key, found by prefix and the sha256 of the whole key; needs: read or write; route_scope: the scope whose keys may call the route, such as host. For the service alone. Raises PT401, PT403.';
revoke all on function rowlock.api_key_verify from public;
select rowlock._function_grant('api_key_verify', 'service');
