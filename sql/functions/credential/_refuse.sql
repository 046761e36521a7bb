-- rowlock._credential_refuse(token, ref, at): why a credential was not consumed.
-- Reads: rowlock.ephemeral_credential.
create or replace function rowlock._credential_refuse(
  token uuid,
  ref   text,
  at    timestamptz
)
returns void
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_row rowlock.ephemeral_credential;
begin
  select c.* into v_row
  from rowlock.ephemeral_credential c
  where c.token = _credential_refuse.token and c.expires_at > _credential_refuse.at;
  if not found then
    perform rowlock._credential_missing(token => token);
  end if;
  if v_row.bound_ref <> ref then
    raise exception 'credential is bound to another use'
      using errcode = 'PT409', constraint = 'credential_bound',
            detail = jsonb_build_object('reason', 'bound')::text,
            hint = 'Give the ref of its first use, or ask for the secret again.';
  end if;
  raise exception 'credential is used up'
    using errcode = 'PT409', constraint = 'credential_used',
          detail = jsonb_build_object('reason', 'used')::text,
          hint = 'Ask for the secret again.';
end;
$$;

comment on function rowlock._credential_refuse is
  'It is missing, bound to another ref, or used up. Raises PT400, PT404, PT409.';
revoke all on function rowlock._credential_refuse from public;
