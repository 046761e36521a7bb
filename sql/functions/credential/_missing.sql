-- rowlock._credential_missing(token): refuse a token that stands for nothing. Details never name one: they reach the log.
create or replace function rowlock._credential_missing(token uuid)
returns void
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  perform rowlock._argument_text(field => 'token', value => token::text, required => true);
  raise exception 'credential does not exist'
    using errcode = 'PT404', constraint = 'credential_exists',
          detail = jsonb_build_object('reason', 'not_found')::text,
          hint = 'It never was, has expired, or was revoked. Ask for the secret again.';
end;
$$;

comment on function rowlock._credential_missing is
  'Raises PT404, alike for what is unknown, revoked or expired; PT400 without a token.';
revoke all on function rowlock._credential_missing from public;
