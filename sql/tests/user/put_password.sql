begin;
\ir ../_fixtures.psql
select plan(8);

select is((rowlock.user_put_password(password_hash => '$argon2id$mine', actor => who('worker'))).password_hash, null, 'a hash is not shown');
select is((select u.password_hash from rowlock.user_account u where u.external_id = 'worker'), '$argon2id$mine', 'but stored');
select refused($$select rowlock.user_put_password(password_hash => 'secret', actor => who('worker'))$$,
  'PT400', 'argument_invalid', 'not_a_hash', 'a password in the clear is refused', 'password_hash');
select refused($$select rowlock.user_put_password(password_hash => null, actor => who('worker'))$$,
  'PT400', 'argument_invalid', 'missing', 'no hash is refused', 'password_hash');
select refused($$select rowlock.user_put_password(password_hash => '$argon2id$x', actor => who('robot'))$$,
  'PT400', 'argument_invalid', 'bot', 'a bot has no password', 'password_hash');
select refused($$select rowlock.user_put_password(password_hash => '$argon2id$x', actor => who('suspended'))$$,
  'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
select login('tap_user', 'user', who('worker')), login('tap_service', 'service');
select refused($$select as_login('tap_user', $q$select rowlock.user_put_password(password_hash => '$argon2id$x')$q$)$$,
  '42501', null, null, 'a user login has no way around the old password');
select is(as_login('tap_service', $$select (rowlock.user_put_password(password_hash => '$argon2id$y', actor => who('worker'))).external_id$$), 'worker',
  'the service does it, once it has checked');

select * from finish();
rollback;
