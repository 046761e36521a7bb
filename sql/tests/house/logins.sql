-- Identity holds in Postgres itself: what each kind of login can do, and whom it can speak for.
begin;
\ir ../_fixtures.psql
select plan(46);

select login('tap_user', 'user', who('worker')), login('tap_service', 'service'), login('tap_proxy', 'proxy'),
  login('tap_reader', 'reader'), login('tap_stranger');
select ask('open');

-- No login reads or writes a table
-- state_of_call(login, statement): the SQLSTATE that the statement ends with for that login; null: it went well.
create function state_of_call(name name, statement text) returns text language plpgsql as $$
begin
  perform as_login(name, statement);
  return null;
exception when others then
  return sqlstate;
end;
$$;
select is_empty(format($$
  select c.relname, s.statement from pg_class c, (values ('select 1 from rowlock.%%I'), ('select count(*) from (table rowlock.%%I) t'), ('delete from rowlock.%%I'),
    ('truncate rowlock.%%I'), ('lock table rowlock.%%I'), ('alter table rowlock.%%I add column x int'), ('drop table rowlock.%%I')) s (statement)
  where c.relnamespace = 'rowlock'::regnamespace and c.relkind in ('r', 'S')
    and coalesce(state_of_call(%L, format(s.statement, c.relname)), 'done') not in ('42501', '42809')$$, l), format('%s can do nothing to any table', l))
from unnest(array['tap_user', 'tap_service', 'tap_proxy', 'tap_reader', 'tap_stranger']) l;
select is_empty(format($$
  select p.oid::regprocedure from pg_proc p
  where p.pronamespace = 'rowlock'::regnamespace and (p.proname ~ '^_' or p.proname in ('login_grant', 'login_revoke', 'user_find', 'user_create_first'))
    and has_function_privilege(%L, p.oid, 'execute')$$, l), format('%s executes nothing but what is public', l))
from unnest(array['tap_user', 'tap_service', 'tap_proxy', 'tap_reader', 'tap_stranger']) l;
select is_empty(format($$
  select p.oid::regprocedure from pg_proc p where p.pronamespace = 'rowlock'::regnamespace and has_function_privilege(%L, p.oid, 'execute')$$, l),
  format('%s executes nothing at all', l)) from unnest(array['tap_reader', 'tap_stranger']) l;
select is(state_of_call(l, 'create table rowlock.x (i int)'), '42501', format('%s creates nothing in the schema', l))
from unnest(array['tap_user', 'tap_service', 'tap_proxy', 'tap_reader', 'tap_stranger']) l;
select is(state_of_call(l, 'set role rowlock_owner'), '42501', format('%s does not become the owner', l))
from unnest(array['tap_user', 'tap_service', 'tap_proxy', 'tap_reader', 'tap_stranger']) l;
select is_empty($$
  select c.oid::regclass, a.grantee::regrole, a.privilege_type
  from pg_class c, aclexplode(c.relacl) a
  where c.relnamespace = 'rowlock'::regnamespace and c.relkind in ('r', 'p', 'S') and a.grantee <> c.relowner$$,
  'no table or sequence is granted to anybody');
select is_empty($$
  select c.oid::regclass, t.attname from pg_class c join pg_attribute t on t.attrelid = c.oid
  where c.relnamespace = 'rowlock'::regnamespace and c.relkind in ('r', 'p') and t.attacl is not null$$, 'nor a column of one');

-- A user login is its account and nobody else
select is(as_login('tap_user', $$select (rowlock.escalation_get(id => esc('open'))).description$$), 'open', 'a user login acts for its account');
select is(as_login('tap_user', $$select (rowlock.escalation_get(id => esc('open'), actor => who('worker'))).description$$), 'open',
  'naming its own account is no offence');
select refused($$select as_login('tap_user', $q$select rowlock.escalation_get(id => esc('open'), actor => who('chief'))$q$)$$,
  'PT403', 'actor_own', 'impersonation', 'a user login may not name another');
select refused($$select as_login('tap_user', $q$select rowlock.escalation_get(id => esc('open'), actor => null)$q$)$$,
  'PT401', 'actor_known', 'no_actor', 'nor nobody');
select set_config('rowlock.actor', who('chief')::text, true);
select is(as_login('tap_user', 'select (rowlock.actor_access()).actor'), who('worker')::text, 'the setting does not change who it is');
select refused($$select as_login('tap_user', $q$select rowlock.escalation_get(id => esc('open'), actor => who('chief'))$q$)$$,
  'PT403', 'actor_own', 'impersonation', 'the setting does not let it name another');
select set_config('rowlock.actor', '', true);
select is(as_login('tap_user', $$select ((rowlock.escalation_claim(id => esc('open'))).escalation).assigned_to$$), who('worker')::text,
  'what it claims is its account''s');
update rowlock.user_account set status = 'suspended' where external_id = 'worker';
select refused($$select as_login('tap_user', 'select rowlock.actor_access()')$$, 'PT401', 'actor_active', 'not_active',
  'the login of a suspended account is refused at once');

-- A service login speaks for whom it names
select is(as_login('tap_service', $$select (rowlock.actor_access(actor => who('auditor'))).actor$$), who('auditor')::text, 'a service login names the actor');
select refused($$select as_login('tap_service', 'select rowlock.actor_access()')$$, 'PT401', 'actor_known', 'no_actor', 'without an actor it is refused');
select set_config('rowlock.actor', who('lead')::text, true);
select is(as_login('tap_service', $$select (rowlock.actor_access()).actor$$), who('lead')::text, 'or lets the setting name the actor');

-- A proxy speaks for whom the setting names
select is(as_login('tap_proxy', $$select (rowlock.actor_access()).actor$$), who('lead')::text, 'a proxy speaks for whom the setting names');
select is(as_login('tap_proxy', $$select (rowlock.actor_access(actor => who('lead'))).actor$$), who('lead')::text, 'naming the same is no offence');
select refused($$select as_login('tap_proxy', $q$select rowlock.actor_access(actor => who('chief'))$q$)$$,
  'PT403', 'actor_own', 'impersonation', 'a proxy may not name another than the setting');
select set_config('rowlock.actor', '', true);
select refused($$select as_login('tap_proxy', $q$select rowlock.actor_access(actor => who('chief'))$q$)$$,
  'PT403', 'actor_own', 'impersonation', 'nor anybody without a setting');
select refused($$select as_login('tap_proxy', 'select rowlock.actor_access()')$$, 'PT401', 'actor_known', 'no_actor', 'nobody is named');
select set_config('rowlock.actor', 'nonsense', true);
select refused($$select as_login('tap_proxy', 'select rowlock.actor_access()')$$, 'PT401', 'actor_setting', 'unparsable', 'a setting that is no id is refused');
select set_config('rowlock.actor', who('lead')::text, true);
-- The role that a proxy takes for its client changes nothing: the session's login counts.
create role tap_client;
grant tap_client to tap_proxy;
grant rowlock_proxy to tap_client;
create function as_client(statement text) returns text language plpgsql as $$
declare
  v_before constant text := session_user;
  v_answer text;
begin
  perform set_config('session_authorization', 'tap_proxy', true);
  perform set_config('role', 'tap_client', true);
  execute statement into v_answer;
  perform set_config('role', 'none', true);
  perform set_config('session_authorization', v_before, true);
  return v_answer;
end;
$$;
select is(as_client($$select (rowlock.actor_access()).actor$$), who('lead')::text, 'under SET ROLE a proxy is still a proxy');
select refused($$select as_client($q$select rowlock.actor_access(actor => who('chief'))$q$)$$,
  'PT403', 'actor_own', 'impersonation', 'under SET ROLE too it may not name another');

-- A login that nobody registered
select refused($$select as_login('tap_stranger', $q$select rowlock.actor_access(actor => who('lead'))$q$)$$, '42501', null, null,
  'an unregistered login executes nothing');
grant rowlock_user to tap_stranger;
select refused($$select as_login('tap_stranger', $q$select rowlock.actor_access(actor => who('lead'))$q$)$$,
  'PT401', 'login_registered', 'unregistered', 'with the role but without registration it has no actor');
select refused($$select as_login('tap_stranger', 'select rowlock.role_list()')$$,
  'PT401', 'login_registered', 'unregistered', 'the setting does not give it one');

select * from finish();
rollback;
