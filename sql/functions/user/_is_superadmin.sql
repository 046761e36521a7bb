-- rowlock._user_is_superadmin(id): has the account a membership of type superadmin?
-- Reads: rowlock.membership.
create or replace function rowlock._user_is_superadmin(id uuid)
returns boolean
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return exists (
    select from rowlock.membership m where m.user_id = _user_is_superadmin.id and m.type = 'superadmin');
end;
$$;

comment on function rowlock._user_is_superadmin is
  'True for superadmins, of whatever status. Volatile, so that it sees what others committed while this call waited.';
revoke all on function rowlock._user_is_superadmin from public;
