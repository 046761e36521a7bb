-- rowlock._user_check(account): refuse values that no account may have.
create or replace function rowlock._user_check(account rowlock.user_account)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
begin
  perform rowlock._user_name_check(external_id => account.external_id);
  perform rowlock._argument_text(field => 'email', value => account.email);
  perform rowlock._argument_text(field => 'display_name', value => account.display_name);
  perform rowlock._argument_text(field => 'password_hash', value => account.password_hash, max_length => 500);
  perform rowlock._argument_object(field => 'metadata', value => account.metadata, max_bytes => 32768);
  if account.account_type is null or account.account_type not in ('user', 'bot') then
    perform rowlock._argument_refuse(field => 'account_type', reason => 'unknown', hint => 'user or bot.');
  end if;
  if account.status is null or account.status not in ('active', 'inactive', 'suspended') then
    perform rowlock._argument_refuse(
      field => 'status', reason => 'unknown', hint => 'active, inactive or suspended.');
  end if;
  if account.account_type = 'bot' and account.password_hash is not null then
    perform rowlock._argument_refuse(
      field => 'password_hash', reason => 'bot', hint => 'A bot signs in by API key only.');
  end if;
  -- A plain text in this place would be a password in the clear.
  if account.password_hash !~ '^\$argon2id\$' then
    perform rowlock._argument_refuse(
      field => 'password_hash', reason => 'not_a_hash', hint => 'Give an argon2id hash, never the password.');
  end if;
  -- It is worked on whenever somebody tries to sign in: at most 1 GiB, nine times.
  if account.password_hash ~ '[$,](m=0*[1-9][0-9]{6}|t=0*[1-9][0-9]|p=0*[1-9][0-9]{2})' then
    perform rowlock._argument_refuse(
      field => 'password_hash', reason => 'too_costly', hint => 'Hash with m below 1000000, t below 10, p below 100.');
  end if;
end;
$$;

comment on function rowlock._user_check is 'Raises PT400 naming the field.';
revoke all on function rowlock._user_check from public;
