-- rowlock.login_attempt_start_own(address, actor): count an attempt at the actor's own password, who is signed in.
-- Reads: rowlock.user_account. Writes: rowlock.login_attempt.
create or replace function rowlock.login_attempt_start_own(
  address text,
  actor   uuid default rowlock.actor_current()
)
returns rowlock.login_attempt_ticket
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
begin
  return rowlock.login_attempt_start(
    external_id => (select u.external_id from rowlock.user_account u where u.id = v_access.actor), address => address);
end;
$$;

comment on function rowlock.login_attempt_start_own is
  'As login_attempt_start, for the account of the actor; password_hash is null where it has none. For the service alone. Raises PT400, PT401, PT403, PT429.';
revoke all on function rowlock.login_attempt_start_own from public;
select rowlock._function_grant('login_attempt_start_own', 'service');
