-- rowlock._credential_info(credential): what is told of a credential.
create or replace function rowlock._credential_info(credential rowlock.ephemeral_credential)
returns rowlock.credential_info
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(
    credential.token, credential.label, credential.key_id, credential.max_uses, credential.use_count,
    credential.bind_on_use, credential.bound_ref is not null, credential.expires_at, credential.created_by,
    credential.created_at)::rowlock.credential_info;
end;
$$;

comment on function rowlock._credential_info is 'All but the value, and the ref that it is bound to.';
revoke all on function rowlock._credential_info from public;
