-- rowlock.user_create_first(external_id, password_hash): the first superadmin, made by the owner of an empty schema.
-- Reads: rowlock.membership, rowlock.user_account. Writes: rowlock.user_account, rowlock.membership, rowlock.event.
create or replace function rowlock.user_create_first(
  external_id   text,
  password_hash text default null
)
returns rowlock.user_account
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_user rowlock.user_account;
begin
  -- Two starters at once make one superadmin.
  lock table rowlock.membership in share row exclusive mode;
  if exists (
    select from rowlock.membership m
    join rowlock.user_account u on u.id = m.user_id
    where m.type = 'superadmin' and u.status = 'active'
  ) then
    raise exception 'a superadmin exists'
      using errcode = 'PT409', constraint = 'user_first',
            detail = jsonb_build_object('reason', 'exists')::text,
            hint = 'Sign in as a superadmin and create accounts from there.';
  end if;
  v_user := rowlock._user_new(external_id => external_id, password_hash => password_hash);
  insert into rowlock.membership (user_id, role, type) values (v_user.id, 'superadmin', 'superadmin');
  perform rowlock._event_append(
    topic => 'membership.changed', subject_type => 'membership', subject_id => v_user.id::text,
    role => 'superadmin', assigned_to => v_user.id, actor => v_user.id,
    payload => jsonb_build_object('change', 'granted', 'type', 'superadmin'));
  return v_user;
end;
$$;

comment on function rowlock.user_create_first is
  'Makes the first superadmin. For the owner of the schema, while there is no active superadmin. Raises PT400, PT409.';
revoke all on function rowlock.user_create_first from public;
