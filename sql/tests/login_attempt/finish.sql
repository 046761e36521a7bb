begin;
\ir ../_fixtures.psql
select plan(5);

select attempt_id as good from rowlock.login_attempt_start(external_id => 'worker', address => 'a') \gset
select attempt_id as bad from rowlock.login_attempt_start(external_id => 'worker', address => 'a') \gset
select rowlock.login_attempt_finish(attempt_id => :good, succeeded => true);
select rowlock.login_attempt_finish(attempt_id => :bad, succeeded => false);
select is((select a.succeeded from rowlock.login_attempt a where a.id = :good), true, 'a right password takes the attempt out of the count');
select is((select a.succeeded from rowlock.login_attempt a where a.id = :bad), false, 'a wrong one leaves it in');
select rowlock.login_attempt_finish(attempt_id => :good, succeeded => false);
select is((select a.succeeded from rowlock.login_attempt a where a.id = :good), true, 'a success is not taken back');
select lives_ok($$select rowlock.login_attempt_finish(attempt_id => 0, succeeded => true)$$, 'an attempt that was removed meanwhile is no error');
select login('tap_user', 'user', who('chief'));
select refused($$select as_login('tap_user', 'select rowlock.login_attempt_finish(attempt_id => 1, succeeded => true)')$$,
  '42501', null, null, 'only the service finishes attempts');

select * from finish();
rollback;
