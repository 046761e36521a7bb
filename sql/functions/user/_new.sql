-- rowlock._user_new(external_id, account_type, email, display_name, password_hash, metadata): insert one account.
-- Writes: rowlock.user_account.
create or replace function rowlock._user_new(
  external_id   text,
  account_type  text default 'user',
  email         text default null,
  display_name  text default null,
  password_hash text default null,
  metadata      jsonb default '{}'
)
returns rowlock.user_account
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_user rowlock.user_account;
begin
  perform rowlock._argument_text(field => 'external_id', value => external_id, required => true);
  perform rowlock._argument_text(field => 'email', value => email);
  perform rowlock._argument_text(field => 'display_name', value => display_name);
  perform rowlock._argument_text(field => 'password_hash', value => password_hash, max_length => 500);
  perform rowlock._argument_object(field => 'metadata', value => coalesce(metadata, '{}'), max_bytes => 32768);
  if account_type is null or account_type not in ('user', 'bot') then
    perform rowlock._argument_refuse(field => 'account_type', reason => 'unknown', hint => 'user or bot.');
  end if;
  if account_type = 'bot' and password_hash is not null then
    perform rowlock._argument_refuse(
      field => 'password_hash', reason => 'bot', hint => 'A bot signs in by API key only.');
  end if;
  -- A plain text in this place would be a password in the clear.
  if password_hash !~ '^\$argon2id\$' then
    perform rowlock._argument_refuse(
      field => 'password_hash', reason => 'not_a_hash', hint => 'Give an argon2id hash, never the password.');
  end if;

  insert into rowlock.user_account (external_id, account_type, email, display_name, password_hash, metadata)
  values (
    _user_new.external_id, _user_new.account_type, _user_new.email, _user_new.display_name,
    _user_new.password_hash, coalesce(_user_new.metadata, '{}'))
  on conflict on constraint user_account_external_id_key do nothing
  returning * into v_user;
  if not found then
    raise exception 'external id is taken'
      using errcode = 'PT409', constraint = 'user_external_id_taken',
            detail = jsonb_build_object('reason', 'taken', 'external_id', external_id)::text,
            hint = 'Choose another, or use the account that has it.';
  end if;
  return v_user;
end;
$$;

comment on function rowlock._user_new is 'Checks and inserts an account. Raises PT400, PT409.';
revoke all on function rowlock._user_new from public;
