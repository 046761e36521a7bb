-- rowlock._api_key_record(info): a key as every surface shows it.
create or replace function rowlock._api_key_record(info rowlock.api_key_info)
returns jsonb
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return jsonb_build_object(
    'id', info.id,
    'user_id', info.user_id,
    'name', info.name,
    'key_prefix', info.key_prefix,
    'scopes', info.scopes,
    'expires_at', rowlock._time_iso(info.expires_at),
    'last_used_at', rowlock._time_iso(info.last_used_at),
    'created_at', rowlock._time_iso(info.created_at)
  );
end;
$$;

comment on function rowlock._api_key_record is 'The key as JSON, without the key.';
revoke all on function rowlock._api_key_record from public;
