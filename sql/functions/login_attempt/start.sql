-- rowlock.login_attempt_start(external_id, address): count a password attempt, and say what to compare with.
-- Reads: rowlock.user_account. Writes: rowlock.login_attempt.
create or replace function rowlock.login_attempt_start(
  external_id text,
  address     text
)
returns rowlock.login_attempt_ticket
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now    constant timestamptz := clock_timestamp();
  v_since  constant timestamptz := v_now - interval '15 minutes';
  v_ticket rowlock.login_attempt_ticket;
begin
  perform rowlock._argument_text(field => 'external_id', value => external_id, required => true);
  perform rowlock._argument_text(field => 'address', value => address, required => true);
  -- Attempts side by side are counted one after the other. An advisory lock any login of the server could hold.
  lock table rowlock.login_attempt in share row exclusive mode;
  delete from rowlock.login_attempt a where a.attempted_at < v_since;

  if (select count(*) from rowlock.login_attempt a
      where a.external_id = login_attempt_start.external_id and not a.succeeded and a.attempted_at >= v_since) >= 10
    or (select count(*) from rowlock.login_attempt a
        where a.address = login_attempt_start.address and not a.succeeded and a.attempted_at >= v_since) >= 100
  then
    raise exception 'too many login attempts'
      using errcode = 'PT429', constraint = 'login_rate',
            detail = jsonb_build_object('reason', 'too_many', 'retry_after_seconds', 900)::text,
            hint = 'Wait a quarter of an hour.';
  end if;

  -- Counted as a failure until it is finished, so that attempts side by side count too.
  insert into rowlock.login_attempt (external_id, address, attempted_at)
  values (login_attempt_start.external_id, login_attempt_start.address, v_now)
  returning id into v_ticket.attempt_id;
  select u.id, u.password_hash into v_ticket.user_id, v_ticket.password_hash
  from rowlock.user_account u
  where u.external_id = login_attempt_start.external_id
    and u.status = 'active' and u.account_type = 'user' and u.password_hash is not null;
  return v_ticket;
end;
$$;

comment on function rowlock.login_attempt_start is
  'Counts an attempt (10 failures a name, 100 an address in 15 minutes); user_id and password_hash are null for an account that may not sign in. For the service alone. Raises PT400, PT429.';
revoke all on function rowlock.login_attempt_start from public;
select rowlock._function_grant('login_attempt_start', 'service');
