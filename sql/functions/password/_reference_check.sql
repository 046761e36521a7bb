-- rowlock._password_reference_check(field, token): refuse a reference that stands for nothing.
-- Reads: rowlock.ephemeral_credential.
create or replace function rowlock._password_reference_check(
  field text,
  token uuid
)
returns void
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if not exists (
    select from rowlock.ephemeral_credential c
    where c.token = _password_reference_check.token
      and c.label = _password_reference_check.field
      and c.expires_at > clock_timestamp())
  then
    raise exception 'reference stands for no credential'
      using errcode = 'PT422', constraint = 'password_reference',
            detail = jsonb_build_object('reason', 'not_found', 'field', field)::text,
            hint = 'It has expired, or has another label. Send the secret itself, or store it under the name of the field.';
  end if;
end;
$$;

comment on function rowlock._password_reference_check is 'The credential is there, under the name of the field. Raises PT422.';
revoke all on function rowlock._password_reference_check from public;
