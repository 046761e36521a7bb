-- rowlock._escalation_assignee_check(role, assigned_to, access): may a row of this role be routed to this person?
-- Reads: rowlock.user_account, rowlock.membership.
create or replace function rowlock._escalation_assignee_check(
  role        text,
  assigned_to uuid,
  access      rowlock.access
)
returns void
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if assigned_to is null then
    return;
  end if;
  if not exists (
    select from rowlock.user_account u
    where u.id = _escalation_assignee_check.assigned_to and u.status = 'active'
      and (access.is_global or exists (
        select from rowlock.membership m
        where m.user_id = u.id and (m.role = _escalation_assignee_check.role or m.type = 'superadmin')))
  ) then
    perform rowlock._argument_refuse(
      field => 'assigned_to', reason => 'not_a_member',
      hint => 'Name an active account that is a member of the role.');
  end if;
end;
$$;

comment on function rowlock._escalation_assignee_check is
  'Raises PT400 unless the assignee is active and a member of the role; a global caller may route to any active account.';
revoke all on function rowlock._escalation_assignee_check from public;
