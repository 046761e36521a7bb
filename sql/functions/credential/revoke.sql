-- rowlock.credential_revoke(token, actor): end a credential before its time.
-- Reads: rowlock.ephemeral_credential. Writes: rowlock.ephemeral_credential.
create or replace function rowlock.credential_revoke(
  token uuid,
  actor uuid default rowlock.actor_current()
)
returns rowlock.credential_info
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now    constant timestamptz := clock_timestamp();
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_row    rowlock.ephemeral_credential;
begin
  delete from rowlock.ephemeral_credential c
  where c.token = credential_revoke.token
    and c.expires_at > v_now
    and (v_access.is_global or c.created_by = v_access.actor)
  returning c.* into v_row;
  if not found then
    -- Whoever has a token knows that it is one; of an unknown one nothing is said.
    if exists (
      select from rowlock.ephemeral_credential c
      where c.token = credential_revoke.token and c.expires_at > v_now)
    then
      raise exception 'credential is not the actor''s to revoke'
        using errcode = 'PT403', constraint = 'credential_owner',
              detail = jsonb_build_object('reason', 'not_owner')::text,
              hint = 'Ask whoever stored it, or an admin with global access.';
    end if;
    perform rowlock._credential_missing(token => token);
  end if;
  return rowlock._credential_info(credential => v_row);
end;
$$;

comment on function rowlock.credential_revoke is
  'Removes a credential, used up or not; for who stored it, and for global accounts. Raises PT400, PT401, PT403, PT404.';
revoke all on function rowlock.credential_revoke from public;
select rowlock._function_grant('credential_revoke', 'service', 'user', 'proxy');
