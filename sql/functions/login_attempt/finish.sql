-- rowlock.login_attempt_finish(attempt_id, succeeded): a counted attempt was right after all.
-- Writes: rowlock.login_attempt.
create or replace function rowlock.login_attempt_finish(
  attempt_id bigint,
  succeeded  boolean
)
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  update rowlock.login_attempt a
  set succeeded = true
  where a.id = login_attempt_finish.attempt_id and login_attempt_finish.succeeded;
$$;

comment on function rowlock.login_attempt_finish is 'Takes a successful attempt out of the count of failures. For the service alone.';
revoke all on function rowlock.login_attempt_finish from public;
select rowlock._function_grant('login_attempt_finish', 'service');
