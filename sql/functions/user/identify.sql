-- rowlock.user_identify(external_id): the account of a person whom the issuer of single sign-on vouches for.
-- Reads: rowlock.user_account.
create or replace function rowlock.user_identify(external_id text)
returns uuid
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_id uuid;
begin
  select u.id into v_id
  from rowlock.user_account u
  where u.external_id = user_identify.external_id and u.account_type = 'user' and u.provisioned_at is not null;
  if not found then
    raise exception 'account is not provisioned'
      using errcode = 'PT401', constraint = 'user_provisioned',
            detail = jsonb_build_object('reason', 'unprovisioned')::text,
            hint = 'Sign in again.';
  end if;
  return v_id;
end;
$$;

comment on function rowlock.user_identify is
  'The id of an account that single sign-on has seen before, whatever its status: the verb judges that. For the service alone. Raises PT401.';
revoke all on function rowlock.user_identify from public;
select rowlock._function_grant('user_identify', 'service');
