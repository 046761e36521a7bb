-- rowlock.credential_store(token, value, key_id, label, max_uses, ttl_seconds, bind_on_use, actor): keep a ciphertext for a while.
-- Writes: rowlock.ephemeral_credential.
create or replace function rowlock.credential_store(
  token       uuid,
  value       bytea,
  key_id      text,
  label       text default '',
  max_uses    integer default 1,
  ttl_seconds integer default 900,
  bind_on_use boolean default false,
  actor       uuid default rowlock.actor_current()
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
  perform rowlock._argument_text(field => 'token', value => token::text, required => true);
  perform rowlock._argument_range(field => 'value', value => octet_length(value), low => 28, high => 65536);
  perform rowlock._argument_text(field => 'key_id', value => key_id, required => true);
  perform rowlock._argument_text(field => 'label', value => label);
  perform rowlock._argument_range(field => 'max_uses', value => max_uses, low => 0, high => 1000000);
  perform rowlock._argument_range(field => 'ttl_seconds', value => ttl_seconds, low => 1, high => 604800);
  perform rowlock._argument_text(field => 'bind_on_use', value => bind_on_use::text, required => true);

  insert into rowlock.ephemeral_credential (
    token, value, key_id, label, max_uses, bind_on_use, expires_at, created_by, created_at)
  values (
    credential_store.token, credential_store.value, credential_store.key_id, coalesce(credential_store.label, ''),
    credential_store.max_uses, credential_store.bind_on_use,
    v_now + make_interval(secs => credential_store.ttl_seconds), v_access.actor, v_now)
  on conflict on constraint ephemeral_credential_pkey do nothing
  returning * into v_row;
  if not found then
    raise exception 'token is taken'
      using errcode = 'PT409', constraint = 'credential_taken',
            detail = jsonb_build_object('reason', 'taken')::text,
            hint = 'Encrypt under a new random token.';
  end if;
  return rowlock._credential_info(credential => v_row);
end;
$$;

comment on function rowlock.credential_store is
  'Keeps a ciphertext under a random token of the caller''s, for ttl_seconds (15 minutes; a week at most). It never sees the secret: encrypt it with token and label as associated data. Raises PT400, PT401, PT403, PT409.';
revoke all on function rowlock.credential_store from public;
select rowlock._function_grant('credential_store', 'service', 'user', 'proxy');
