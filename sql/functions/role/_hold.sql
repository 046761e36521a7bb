-- rowlock._role_hold(role): is there such a role? Until the commit it stays.
-- Reads: rowlock.role.
create or replace function rowlock._role_hold(role text)
returns boolean
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_held boolean;
begin
  -- In memory, because many row locks on one role cost a tenth of a create; where that is not free, the row.
  v_held := pg_try_advisory_xact_lock_shared('rowlock.role'::regclass::oid::integer, hashtext(role));
  if v_held then
    perform from rowlock.role r where r.role = _role_hold.role;
  else
    perform from rowlock.role r where r.role = _role_hold.role for key share;
  end if;
  return found;
end;
$$;

comment on function rowlock._role_hold is 'Whoever deletes it waits, and finds what was made in it meanwhile.';
revoke all on function rowlock._role_hold from public;
