-- rowlock._user_record(account): an account as every surface shows it.
create or replace function rowlock._user_record(account rowlock.user_account)
returns jsonb
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return jsonb_build_object(
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
end;
$$;

comment on function rowlock._user_record is
  'The account as JSON, without its password hash and preferences.
Record user: {
  "id": "7f0c2f4e-6a53-4d0e-9c39-1f2b3c4d5e6f", "external_id": "ada", "email?|null": "ada@example.org", "display_name|null": "Ada",
  "account_type": "user|bot", "status": "active|inactive|suspended", "metadata?": {"*": "*", "team": "north"},
  "roles?": [{"role": "reviewer", "type": "member|admin|superadmin"}],
  "created_at?": "2026-03-01T09:00:00.000000Z", "updated_at?": "2026-03-01T09:00:00.000000Z"}';
revoke all on function rowlock._user_record from public;
