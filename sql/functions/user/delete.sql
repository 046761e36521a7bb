-- rowlock.user_delete(id, actor): an account ends, with its memberships, delegations, keys, personas and logins.
-- Reads: rowlock.membership. Writes: rowlock.user_account, rowlock.delegation, rowlock.event.
create or replace function rowlock.user_delete(
  id    uuid,
  actor uuid default rowlock.actor_current()
)
returns rowlock.user_account
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_user   rowlock.user_account;
begin
  perform rowlock._argument_text(field => 'id', value => id::text, required => true);
  perform rowlock._actor_global(access => v_access);
  perform rowlock._user_owner_check(id => id, access => v_access);
  perform rowlock._user_keep_superadmin(user_id => id);

  perform rowlock._membership_journal(change => 'revoked', membership => m, actor => v_access.actor)
  from rowlock.membership m
  where m.user_id = user_delete.id;
  perform rowlock._delegation_end(user_id => id, actor => v_access.actor);
  delete from rowlock.user_account u where u.id = user_delete.id returning u.* into v_user;
  v_user.password_hash := null;
  return v_user;
end;
$$;

comment on function rowlock.user_delete is
  'Deletes an account for good and returns it; rows and events keep its id. Needs global access; a superadmin a superadmin, and never the last. Raises PT400, PT401, PT403, PT404, PT409.';
revoke all on function rowlock.user_delete from public;
select rowlock._function_grant('user_delete', 'service', 'user', 'proxy');
