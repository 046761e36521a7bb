-- rowlock._role_level_user(field, name, role): whom a level gives rows of a role to.
-- Reads: rowlock.user_account.
create or replace function rowlock._role_level_user(
  field text,
  name  text,
  role  text
)
returns uuid
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  c_uuid   constant text := '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$';
  v_user   uuid;
  v_reason text;
begin
  perform rowlock._argument_text(field => field, value => name, required => true);
  select u.id into v_user
  from rowlock.user_account u
  -- As _user_named has it, by the indexes of both.
  where u.external_id = _role_level_user.name
    or u.id = case when _role_level_user.name ~ c_uuid then _role_level_user.name::uuid end
  -- A name that looks like an id is a name first.
  order by u.external_id = _role_level_user.name desc
  limit 1
  -- Held before the levels are, in the order of who deletes it.
  for key share;
  v_reason := rowlock._role_level_hindrance(user_id => v_user, role => role);
  if v_reason is not null then
    perform rowlock._argument_refuse(
      field => field, reason => case v_reason
        when 'not_active' then 'not_active' when 'no_write_scope' then 'no_write_scope' else 'unknown_account' end,
      hint => 'Name an active account that may act on rows of the role, by its external id, or by its id.');
  end if;
  return v_user;
end;
$$;

comment on function rowlock._role_level_user is
  'The id of the account. Raises PT400 naming the field: unknown_account, not_active, no_write_scope.';
revoke all on function rowlock._role_level_user from public;
