-- rowlock.user_create(external_id, account_type, email, display_name, password_hash, metadata, actor): a person or a bot.
-- Writes: rowlock.user_account.
create or replace function rowlock.user_create(
  external_id   text,
  account_type  text default 'user',
  email         text default null,
  display_name  text default null,
  password_hash text default null,
  metadata      jsonb default '{}',
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
  perform rowlock._actor_admin(access => v_access);
  v_user := rowlock._user_new(
    external_id => external_id, account_type => account_type, email => email, display_name => display_name,
    password_hash => password_hash, metadata => metadata);
  -- A hash is nobody's to read, whatever login called.
  v_user.password_hash := null;
  return v_user;
end;
$$;

comment on function rowlock.user_create is
  'An account without memberships; the password comes as an argon2id hash. Needs global access or admin type on a role. Raises PT400, PT401, PT403, PT409.';
revoke all on function rowlock.user_create from public;
select rowlock._function_grant('user_create', 'service', 'user', 'proxy');
