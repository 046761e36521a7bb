-- rowlock._membership_absent(user_id, role, type, read_scope, write_scope, actor): a grant, unless the account is in the role.
-- Writes: rowlock.membership, rowlock.event.
create or replace function rowlock._membership_absent(
  user_id     uuid,
  role        text,
  type        text default 'member',
  read_scope  text default 'all',
  write_scope text default 'all',
  actor       uuid default null
)
returns rowlock.membership
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_row rowlock.membership;
begin
  insert into rowlock.membership (user_id, role, type, read_scope, write_scope)
  values (
    _membership_absent.user_id, _membership_absent.role, _membership_absent.type,
    _membership_absent.read_scope, _membership_absent.write_scope)
  on conflict on constraint membership_pkey do nothing
  returning * into v_row;
  if found then
    perform rowlock._membership_journal(change => 'granted', membership => v_row, actor => actor);
  else
    select m.* into v_row from rowlock.membership m
    where m.user_id = _membership_absent.user_id and m.role = _membership_absent.role;
  end if;
  return v_row;
end;
$$;

comment on function rowlock._membership_absent is 'The new membership, journaled, or the one that stands, untouched.';
revoke all on function rowlock._membership_absent from public;
