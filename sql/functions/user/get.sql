-- rowlock.user_get(id, actor): one account.
-- Reads: rowlock.user_account.
create or replace function rowlock.user_get(
  id    uuid,
  actor uuid default rowlock.actor_current()
)
returns rowlock.user_account
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_user   rowlock.user_account;
begin
  perform rowlock._argument_text(field => 'id', value => id::text, required => true);
  if id <> v_access.actor then
    perform rowlock._actor_admin(access => v_access);
  end if;
  select u.* into v_user from rowlock.user_account u where u.id = user_get.id;
  if not found then
    perform rowlock._user_missing(id => id);
  end if;
  -- A hash is nobody's to read, not even the account's own.
  v_user.password_hash := null;
  return v_user;
end;
$$;

comment on function rowlock.user_get is
  'The account, its hash left out; another''s needs global access or admin type on a role. Raises PT400, PT401, PT403, PT404.';
revoke all on function rowlock.user_get from public;
select rowlock._function_grant('user_get', 'service', 'user', 'proxy');
