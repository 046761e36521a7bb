-- rowlock.credential_peek(token, actor): whether a credential is still good, without consuming it.
-- Reads: rowlock.ephemeral_credential.
create or replace function rowlock.credential_peek(
  token uuid,
  actor uuid default rowlock.actor_current()
)
returns rowlock.credential_info
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_row rowlock.ephemeral_credential;
begin
  perform rowlock._actor_access(actor => actor);
  select c.* into v_row
  from rowlock.ephemeral_credential c
  where c.token = credential_peek.token and c.expires_at > v_now;
  if not found then
    perform rowlock._credential_missing(token => token);
  end if;
  return rowlock._credential_info(credential => v_row);
end;
$$;

comment on function rowlock.credential_peek is
  'What is known of a credential whose token one has, used up or not; it spends nothing, and so it tells all but the value. Raises PT400, PT401, PT403, PT404.';
revoke all on function rowlock.credential_peek from public;
select rowlock._function_grant('credential_peek', 'service', 'user', 'proxy');
