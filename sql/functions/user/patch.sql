-- rowlock.user_patch(id, patch, password_hash, actor): change some fields of an account.
-- Writes: rowlock.user_account.
create or replace function rowlock.user_patch(
  id            uuid,
  patch         jsonb default '{}',
  -- Left out keeps, null clears.
  password_hash text default '',
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
  perform rowlock._user_owner_check(id => id, access => v_access);
  perform rowlock._argument_members(patch => patch, kinds => jsonb_build_object(
    'external_id', 'string', 'email', 'string?', 'display_name', 'string?', 'status', 'string',
    'metadata', 'object?'));
  if patch ? 'status' then
    perform rowlock._actor_global(access => v_access);
  end if;

  -- The row is locked, so what is checked here is what is written.
  select u.* into v_user from rowlock.user_account u where u.id = user_patch.id;
  v_user := jsonb_populate_record(v_user, patch);
  v_user.password_hash := case when password_hash = '' then v_user.password_hash else password_hash end;
  v_user.metadata := case when patch -> 'metadata' = 'null' then '{}' else v_user.metadata end;
  perform rowlock._user_check(account => v_user);
  if v_user.status <> 'active' then
    perform rowlock._user_keep_superadmin(user_id => id);
  end if;

  begin
    update rowlock.user_account u
    set
      external_id = v_user.external_id, email = v_user.email, display_name = v_user.display_name,
      status = v_user.status, metadata = v_user.metadata, password_hash = v_user.password_hash,
      updated_at = clock_timestamp()
    where u.id = user_patch.id
    returning u.* into v_user;
  exception when unique_violation then
    perform rowlock._user_taken(external_id => v_user.external_id);
  end;
  v_user.password_hash := null;
  return v_user;
end;
$$;

comment on function rowlock.user_patch is
  'Of {external_id, email, display_name, status, metadata}: a key absent keeps, null clears, a value sets; so does the password. Needs global access, or admin type on every role of the account; status needs global access, a superadmin a superadmin. Raises PT400, PT401, PT403, PT404, PT409.
Example: {"external_id": "ada-lovelace", "email": "ada@example.org", "display_name": "Ada", "status": "active", "metadata": {"team": "north"}}';
revoke all on function rowlock.user_patch from public;
select rowlock._function_grant('user_patch', 'service', 'user', 'proxy');
