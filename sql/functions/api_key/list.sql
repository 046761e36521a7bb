-- rowlock.api_key_list(user_id, actor): the keys of a bot, without the keys.
-- Reads: rowlock.api_key.
create or replace function rowlock.api_key_list(
  user_id uuid,
  actor   uuid default rowlock.actor_current()
)
returns setof rowlock.api_key_info
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform rowlock._api_key_owner_check(user_id => user_id, access => rowlock._actor_access(actor => actor));
  return query
  select k.id, k.user_id, k.name, k.key_prefix, k.scopes, k.expires_at, k.last_used_at, k.created_at
  from rowlock.api_key k
  where k.user_id = api_key_list.user_id
  order by k.created_at, k.id;
end;
$$;

comment on function rowlock.api_key_list is 'Names, prefixes, scopes and use of a bot''s keys, oldest first. Raises PT400, PT401, PT403, PT404.';
revoke all on function rowlock.api_key_list from public;
select rowlock._function_grant('api_key_list', 'service', 'user', 'proxy');
