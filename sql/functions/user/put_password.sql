-- rowlock.user_put_password(password_hash, actor): the actor's own new password; the service has checked the old one.
-- Writes: rowlock.user_account.
create or replace function rowlock.user_put_password(
  password_hash text,
  actor         uuid default rowlock.actor_current()
)
returns rowlock.user_account
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_user   rowlock.user_account;
begin
  perform rowlock._argument_text(field => 'password_hash', value => password_hash, max_length => 500, required => true);
  perform rowlock._user_lock(v_access.actor);
  select u.* into v_user from rowlock.user_account u where u.id = v_access.actor;
  v_user.password_hash := password_hash;
  perform rowlock._user_check(account => v_user);
  update rowlock.user_account u
  set password_hash = v_user.password_hash, updated_at = clock_timestamp()
  where u.id = v_access.actor
  returning u.* into v_user;
  v_user.password_hash := null;
  return v_user;
end;
$$;

comment on function rowlock.user_put_password is
  'Replaces the password of a person by an argon2id hash. For the service alone, which asks for the old one. Raises PT400, PT401, PT403.';
revoke all on function rowlock.user_put_password from public;
select rowlock._function_grant('user_put_password', 'service');
