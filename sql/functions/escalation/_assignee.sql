-- rowlock._escalation_assignee(assignee, roles, access): whom rows of these roles are given to.
-- Reads: rowlock.user_account, rowlock.membership.
create or replace function rowlock._escalation_assignee(
  assignee text,
  roles    text[],
  access   rowlock.access
)
returns uuid
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  c_uuid    constant text := '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$';
  v_user    uuid;
  v_missing text;
begin
  perform rowlock._argument_text(field => 'assignee', value => assignee, required => true);
  select u.id into v_user from rowlock.user_account u
  -- As _user_named has it, by the indexes of both.
  where u.status = 'active' and (u.external_id = assignee or u.id = case when assignee ~ c_uuid then assignee::uuid end)
  -- A name that looks like an id is a name first.
  order by u.external_id = assignee desc
  limit 1;
  if not found then
    perform rowlock._argument_refuse(
      field => 'assignee', reason => 'unknown_account', hint => 'Name an active account by its external id, or by its id.');
  end if;
  if access.is_global then
    return v_user;
  end if;

  select min(r.role) into v_missing
  from unnest(roles) r (role)
  where not exists (
    select from rowlock.membership m where m.user_id = v_user and (m.role = r.role or m.type = 'superadmin'));
  if v_missing is not null then
    raise exception 'argument is not valid'
      using errcode = 'PT400', constraint = 'argument_invalid',
            detail = jsonb_build_object('reason', 'not_a_member', 'field', 'assignee', 'role', v_missing)::text,
            hint = 'Name a member of the role of every row.';
  end if;
  return v_user;
end;
$$;

comment on function rowlock._escalation_assignee is
  'The id of the active account. Raises PT400: unknown, or no member of one of the roles, which is named; a global caller may give rows to any active account.';
revoke all on function rowlock._escalation_assignee from public;
