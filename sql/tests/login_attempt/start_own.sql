begin;
\ir ../_fixtures.psql
select plan(6);

select is((select row(t.user_id, t.password_hash)::text from rowlock.login_attempt_start_own(address => 'a', actor => who('worker')) t),
  row(who('worker'), '$argon2id$w')::text, 'the ticket is of the actor''s own account');
select is((rowlock.login_attempt_start_own(address => 'a', actor => who('lead'))).password_hash, null, 'without a password there is nothing to compare with');
select is((select count(*) from rowlock.login_attempt a where a.external_id = 'worker' and not a.succeeded), 1::bigint, 'the attempt is counted');
select rowlock.login_attempt_start(external_id => 'worker', address => 'b') from generate_series(1, 9);
select refused($$select rowlock.login_attempt_start_own(address => 'c', actor => who('worker'))$$, 'PT429', 'login_rate', 'too_many',
  'attempts at the old password and at signing in count together');
select refused($$select rowlock.login_attempt_start_own(address => 'a', actor => who('suspended'))$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
select login('tap_user', 'user', who('worker'));
select refused($$select as_login('tap_user', 'select rowlock.login_attempt_start_own(address => ''a'')')$$, '42501', null, null, 'only the service sees a hash');

select * from finish();
rollback;
