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
  v_user.external_id := external_id;
  v_user.account_type := account_type;
  v_user.status := 'active';
  v_user.email := email;
  v_user.display_name := display_name;
  v_user.password_hash := password_hash;
  v_user.metadata := coalesce(metadata, '{}');
  perform rowlock._user_check(account => v_user);

  insert into rowlock.user_account (external_id, account_type, email, display_name, password_hash, metadata)
  values (
    v_user.external_id, v_user.account_type, v_user.email, v_user.display_name, v_user.password_hash, v_user.metadata)
  on conflict on constraint user_account_external_id_key do nothing
  returning * into v_user;
  if not found then
    perform rowlock._user_taken(external_id => external_id);
  end if;
  return v_user;
end;
$$;

comment on function rowlock._user_new is 'Checks and inserts an account. Raises PT400, PT409.';
revoke all on function rowlock._user_new from public;
