-- rowlock._user_lock(ids): whoever changes memberships, keys, personas or status of an account waits here for others who do.
-- Reads: rowlock.user_account.
create or replace function rowlock._user_lock(variadic ids uuid[])
returns void
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  -- In one order, so that two who take several never wait for each other.
  perform from rowlock.user_account u where u.id = any (_user_lock.ids) order by u.id for no key update;
end;
$$;

comment on function rowlock._user_lock is
  'Locks the rows of accounts until the transaction ends; what is checked after it still holds when it is written.';
revoke all on function rowlock._user_lock from public;
