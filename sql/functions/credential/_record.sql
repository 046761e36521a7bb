-- rowlock._credential_record(info): a credential as HTTP answers it.
create or replace function rowlock._credential_record(info rowlock.credential_info)
returns jsonb
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return to_jsonb(info) || jsonb_build_object(
    'expires_at', rowlock._time_iso(info.expires_at),
    'created_at', rowlock._time_iso(info.created_at));
end;
$$;

comment on function rowlock._credential_record is 'Its times in UTC.';
revoke all on function rowlock._credential_record from public;
