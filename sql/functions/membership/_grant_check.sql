-- rowlock._membership_grant_check(access, user_id, role, type, read_scope, write_scope): what every grant is asked. Locks the account.
-- Reads: rowlock.user_account, rowlock.role.
create or replace function rowlock._membership_grant_check(
  access      rowlock.access,
  user_id     uuid,
  role        text,
  type        text,
  read_scope  text,
  write_scope text
)
returns void
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  perform rowlock._argument_text(field => 'user_id', value => user_id::text, required => true);
  perform rowlock._argument_text(field => 'role', value => role, required => true);
  perform rowlock._membership_check(type => type, read_scope => read_scope, write_scope => write_scope);
  perform rowlock._user_lock(user_id);
  perform rowlock._membership_grantable(access => access, user_id => user_id, role => role, type => type);
  if not exists (select from rowlock.user_account u where u.id = _membership_grant_check.user_id) then
    perform rowlock._user_missing(id => user_id);
  end if;
  -- Held until the commit, so that the role is not deleted meanwhile.
  perform from rowlock.role r where r.role = _membership_grant_check.role for key share;
  if not found then
    perform rowlock._argument_refuse(field => 'role', reason => 'unknown_role', hint => 'Name a role that exists.');
  end if;
end;
$$;

comment on function rowlock._membership_grant_check is
  'Arguments, who may, and whether account and role exist. Raises PT400, PT403, PT404.';
revoke all on function rowlock._membership_grant_check from public;
