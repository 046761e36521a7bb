begin;
\ir ../_fixtures.psql
select plan(25);

select login('tap_login');
-- roles_of(login): the schema's roles that it is a member of.
create function roles_of(name name) returns text[] language sql as $$
  select coalesce(array_agg(r.rolname::text order by 1), '{}') from pg_auth_members m join pg_roles r on r.oid = m.roleid
  where m.member = to_regrole(roles_of.name) and r.rolname like 'rowlock\_%';
$$;

select is((rowlock.login_grant(db_role => 'tap_login', kind => 'user', user_id => who('worker'))).user_id, who('worker'), 'a login is registered for an account');
select is(roles_of('tap_login'), '{rowlock_user}', 'it gets the role of its kind');
select is((select r.rolconfig from pg_roles r where r.rolname = 'tap_login'),
  '{idle_in_transaction_session_timeout=60s,log_parameter_max_length=0,log_parameter_max_length_on_error=0}',
  'a user login may not idle in a transaction for long, and what it binds is not logged');
select rowlock.login_grant(db_role => 'tap_login', kind => 'service');
select is((select r.rolconfig from pg_roles r where r.rolname = 'tap_login'), '{log_parameter_max_length=0,log_parameter_max_length_on_error=0}',
  'nor is what the service binds');
select is((rowlock.login_grant(db_role => 'tap_login', kind => k)).kind, k, format('it may become a %s', k)) from unnest(array['proxy', 'service', 'reader']) k;
select is(roles_of('tap_login'), '{rowlock_reader}', 'it keeps the role of its latest kind alone');
select is((select r.rolconfig from pg_roles r where r.rolname = 'tap_login'), null, 'and no time limit of another kind');
select rowlock.login_revoke(db_role => 'tap_login');
select is((rowlock.login_grant(db_role => 'tap_login', kind => 'service')).revoked_at, null, 'a revoked login may be registered again');

-- Another role of the same name is another login
select login('tap_again', 'user', who('worker'));
drop role tap_again;
select login('tap_again');
grant rowlock_user to tap_again;
select refused($$select as_login('tap_again', format('select rowlock.actor_access(actor => %L)', who('worker')))$$,
  'PT401', 'login_registered', 'unregistered', 'a role that was dropped and made again is not registered by its name');
select is(as_login('tap_again', 'select rowlock.actor_current()'), null, 'and speaks for nobody');
select rowlock.login_grant(db_role => 'tap_again', kind => 'user', user_id => who('worker'));
select is(as_login('tap_again', 'select (rowlock.actor_access()).actor'), who('worker')::text, 'until a DBA registers it anew');

select refused(format($$select rowlock.login_grant(db_role => 'tap_login', kind => %L)$$, k), 'PT400', 'argument_invalid', 'unknown',
  format('kind %L is refused', k), 'kind') from unnest(array['owner', '', null]) k;
select refused($$select rowlock.login_grant(db_role => 'tap_login', kind => 'user')$$,
  'PT400', 'argument_invalid', 'kind', 'a user login needs an account', 'user_id');
select refused($$select rowlock.login_grant(db_role => 'tap_login', kind => 'service', user_id => who('worker'))$$,
  'PT400', 'argument_invalid', 'kind', 'another has none', 'user_id');
select refused($$select rowlock.login_grant(db_role => 'tap_login', kind => 'user', user_id => gen_random_uuid())$$,
  'PT404', 'user_exists', 'not_found', 'an unknown account does not exist');
select refused(format($$select rowlock.login_grant(db_role => %L, kind => 'service')$$, n), 'PT400', 'argument_invalid', 'unknown_role',
  format('the login %L does not exist', n), 'db_role') from unnest(array['tap_none', '', null]) n;

-- Who may: the owner's business
select refused($$select as_login('tap_login', 'select rowlock.login_grant(db_role => ''tap_login'', kind => ''service'')')$$,
  '42501', null, null, 'a service login registers nobody');
create role tap_owner login;
grant rowlock_owner to tap_owner;
create role tap_other login;
select refused($$select as_login('tap_owner', 'select rowlock.login_grant(db_role => ''tap_other'', kind => ''service'')')$$,
  'PT403', 'login_createrole', 'createrole', 'an owner without CREATEROLE is told which statements to run');
select is_empty($$select from rowlock.db_principal p where p.db_role = 'tap_other'$$, 'and the login is not registered');

select * from finish();
rollback;
