-- rowlock._delegation_check(from_user, to_user, role): between whom a delegation may be. Locks the role.
-- Reads: rowlock.user_account, rowlock.membership, rowlock.role.
create or replace function rowlock._delegation_check(
  from_user uuid,
  to_user   uuid,
  role      text
)
returns void
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_type text;
begin
  if from_user = to_user then
    perform rowlock._argument_refuse(
      field => 'to_user', reason => 'same_account', hint => 'Name somebody else: nobody stands in for themselves.');
  end if;
  -- Before all else: whoever deletes one of the two, or takes the role, comes before this or finds what was given.
  perform rowlock._user_lock(from_user, to_user);
  -- One after the other: two that would overlap, or close a circle, see each other.
  perform from rowlock.role r where r.role = _delegation_check.role for no key update;
  if not exists (
    select from rowlock.membership m
    where m.user_id = _delegation_check.from_user and m.role = _delegation_check.role)
  then
    perform rowlock._argument_refuse(
      field => 'role', reason => 'not_a_member', hint => 'Name a role that the giver is in.');
  end if;
  select u.account_type into v_type from rowlock.user_account u where u.id = _delegation_check.from_user;
  if v_type <> 'user' then
    perform rowlock._argument_refuse(
      field => 'from_user', reason => 'not_person', hint => 'A bot gives nothing away; give the person a role.');
  end if;
  -- A key goes on unattended and from hand to hand: what a bot may do is a matter of memberships.
  select u.account_type into v_type
  from rowlock.user_account u
  where u.id = _delegation_check.to_user and u.status = 'active';
  if not found then
    perform rowlock._argument_refuse(
      field => 'to_user', reason => 'unknown_account', hint => 'Name the id of an active account.');
  elsif v_type <> 'user' then
    perform rowlock._argument_refuse(
      field => 'to_user', reason => 'not_person', hint => 'A bot stands in for nobody; give it a role.');
  end if;
end;
$$;

comment on function rowlock._delegation_check is
  'Two people, the giver in the role, the other active. Raises PT400 naming the field.';
revoke all on function rowlock._delegation_check from public;
