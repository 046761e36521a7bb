-- rowlock._user_record(account): an account as every surface shows it.
create or replace function rowlock._user_record(account rowlock.user_account)
returns jsonb
language sql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'id', account.id,
    'external_id', account.external_id,
    'email', account.email,
    'display_name', account.display_name,
    'account_type', account.account_type,
    'status', account.status,
    'metadata', account.metadata,
    'created_at', rowlock._time_iso(account.created_at),
    'updated_at', rowlock._time_iso(account.updated_at)
  );
$$;

comment on function rowlock._user_record is 'The account as JSON, without its password hash and preferences.';
revoke all on function rowlock._user_record from public;
