-- rowlock.user_provision(external_id, email, display_name, roles): single sign-on sees a person for the first time.
-- Reads: rowlock.role. Writes: rowlock.user_account, rowlock.membership, rowlock.event.
create or replace function rowlock.user_provision(
  external_id  text,
  email        text default null,
  display_name text default null,
  roles        text[] default '{}'
)
returns uuid
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_user rowlock.user_account;
begin
  perform rowlock._user_name_check(external_id => external_id);
  insert into rowlock.user_account (external_id, email, display_name)
  values (user_provision.external_id, left(user_provision.email, 200), left(user_provision.display_name, 200))
  on conflict on constraint user_account_external_id_key do nothing;
  -- Of several first sights at once, one provisions.
  select u.* into v_user from rowlock.user_account u where u.external_id = user_provision.external_id for no key update;
  if v_user.account_type = 'bot' then
    raise exception 'account is a bot'
      using errcode = 'PT401', constraint = 'user_provision_bot',
            detail = jsonb_build_object('reason', 'bot', 'external_id', external_id)::text,
            hint = 'A bot signs in by API key only.';
  end if;
  if v_user.provisioned_at is not null then
    return v_user.id;
  end if;

  update rowlock.user_account u
  set
    provisioned_at = clock_timestamp(), updated_at = clock_timestamp(),
    email = coalesce(u.email, left(user_provision.email, 200)),
    display_name = coalesce(u.display_name, left(user_provision.display_name, 200))
  where u.id = v_user.id;
  -- Who once gave the account a password may be signed in with it, and could use what the issuer gives.
  if v_user.password_at is null and v_user.status = 'active' then
    perform rowlock._membership_absent(user_id => v_user.id, role => r.role, actor => v_user.id)
    from rowlock.role r
    where r.role = any (user_provision.roles)
    order by r.role;
  end if;
  return v_user.id;
end;
$$;

comment on function rowlock.user_provision is
  'Makes the account when there is none, and on first sight brings it into those of the roles that exist; grants that stand are left alone, and an account that ever had a password gets none. Later calls change nothing. For the service alone. Raises PT400, PT401.';
revoke all on function rowlock.user_provision from public;
select rowlock._function_grant('user_provision', 'service');
