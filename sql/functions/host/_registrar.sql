-- rowlock._host_registrar(access): refuse whoever may not bring a new host.
-- Reads: rowlock.user_account, rowlock.api_key.
create or replace function rowlock._host_registrar(access rowlock.access)
returns void
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_is_bot constant boolean := (
    select u.account_type = 'bot' from rowlock.user_account u where u.id = access.actor);
begin
  if access.is_global or (v_is_bot and exists (
    select from rowlock.api_key k
    where k.user_id = access.actor and 'host' = any (k.scopes)
      and (k.expires_at is null or k.expires_at > clock_timestamp())))
  then
    return;
  end if;
  raise exception 'actor may not register hosts'
    using errcode = 'PT403', constraint = 'host_registrar',
          detail = jsonb_build_object(
            'reason', case when v_is_bot then 'no_host_key' else 'not_bot' end, 'actor', access.actor)::text,
          hint = 'A bot with a live key of the scope host registers its own host; global actors create any.';
end;
$$;

comment on function rowlock._host_registrar is
  'Raises PT403 unless the actor is global, or a bot that has a live key of the scope host.';
revoke all on function rowlock._host_registrar from public;
