begin;
\ir ../_fixtures.psql
select plan(11);

select login('tap_login', 'user', who('worker'));
select is(as_login('tap_login', 'select (rowlock.actor_access()).actor'), who('worker')::text, 'a registered login may call');
select isnt((rowlock.login_revoke(db_role => 'tap_login')).revoked_at, null, 'a login is revoked');
select refused($$select as_login('tap_login', 'select rowlock.actor_access()')$$, '42501', null, null, 'its next call is refused');
select is((select r.rolconfig from pg_roles r where r.rolname = 'tap_login'), null, 'the time limit that the grant set is taken back');
select login('tap_slow', 'user', who('lead'));
alter role tap_slow set idle_in_transaction_session_timeout = '5min';
select rowlock.login_revoke(db_role => 'tap_slow');
select is((select r.rolconfig from pg_roles r where r.rolname = 'tap_slow'), '{idle_in_transaction_session_timeout=5min}', 'a limit that a DBA set stays');
grant rowlock_user to tap_login;
select refused($$select as_login('tap_login', format('select rowlock.actor_access(actor => %L)', who('worker')))$$,
  'PT401', 'login_registered', 'unregistered', 'the role alone gives no actor back');
select isnt_empty($$select from rowlock.db_principal p where p.db_role = 'tap_login' and p.revoked_at is not null$$,
  'the registration is kept, since readers wait for its open transactions');
select refused(format($$select rowlock.login_revoke(db_role => %L)$$, n), 'PT404', 'login_exists', 'not_found', format('%L is no registered login', n))
from unnest(array['tap_login', 'tap_none', null]) n;
select login('tap_service', 'service');
select refused($$select as_login('tap_service', 'select rowlock.login_revoke(db_role => ''tap_login'')')$$,
  '42501', null, null, 'a service login revokes nobody');

select * from finish();
rollback;
