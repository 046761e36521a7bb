-- rowlock._escalation_holder(id, assignee, access): who gets a row that is claimed for somebody.
-- Reads: rowlock.escalation, rowlock.user_account, rowlock.membership.
create or replace function rowlock._escalation_holder(
  id       uuid,
  assignee text,
  access   rowlock.access
)
returns uuid
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_role text;
begin
  -- To name oneself is no favour.
  if exists (
    select from rowlock.user_account u
    where u.id = access.actor and rowlock._user_named(name => assignee, id => u.id, external_id => u.external_id))
  then
    return access.actor;
  end if;
  select e.role into v_role from only rowlock.escalation e where e.id = _escalation_holder.id;
  if not (access.is_global or v_role = any (access.admin_of)) then
    raise exception 'role is not administered by the actor'
      using errcode = 'PT403', constraint = 'role_admin',
            detail = jsonb_build_object('reason', 'not_admin', 'role', v_role)::text,
            hint = 'Claiming for somebody else needs admin type on the role, or global access.';
  end if;
  return rowlock._escalation_assignee(assignee => assignee, roles => array[v_role], access => access);
end;
$$;

comment on function rowlock._escalation_holder is
  'The actor, or the account that the actor may claim this row for. Raises PT403 without admin type on its role, PT400 for who is no member.';
revoke all on function rowlock._escalation_holder from public;
