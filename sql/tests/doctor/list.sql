begin;
\ir ../_fixtures.psql
\ir _finds.psql
select plan(31);

select is_empty($$select * from rowlock.doctor_list() where state not in ('ok', 'warn', 'fail') or state is null or found is null$$,
  'every check has a state and says what was found');
select is_empty($$select * from rowlock.doctor_list() where (advice is null) <> (state = 'ok')$$, 'and what to do, where something is to do');
select is_empty($$select name from rowlock.doctor_list() group by 1 having count(*) > 1$$, 'no check comes twice');
select is_empty($$select * from rowlock.doctor_list() where state = 'fail'$$, 'a fresh install has no fault');

-- The database of the tests may have been made a while ago.
update rowlock.timer set due_at = clock_timestamp();
select well(array[
  'server version', 'indexes', 'roles', 'grants', 'logins', 'logged values', 'journal sequence',
  'journal numbers', 'journal locks', 'timer expire'], 'nor anything else to be found');

select part('host');
select finds(n, 'ok', '0 ', format('%s are ok where there are none', n)) from unnest(array['hosts', 'runs']) n;
select machine('mini');
select finds('hosts', 'ok', '1 online', 'a host that beats is ok');
select rowlock.host_heartbeat(host_id => (host_of('mini')).id, instance_id => instance_of('clone'), actor => who('mini'));
select finds('hosts', 'warn', '1 suspect: mini', 'one that two speak for is found');
update rowlock.host
set status = 'offline', instance_suspect = false, instance_flagged_at = null, presented_instance_id = null where name = 'mini';
select finds('hosts', 'warn', '1 offline', 'one that is gone too');

select part('journal');
select finds('listener', 'ok', 'no login is a service', 'nobody has to listen where no service is');
select login('tap_http', 'service');
select finds('listener', 'warn', '0 services follow', 'where one is, that nobody listens is found');
select rowlock.login_revoke(db_role => 'tap_http');
alter sequence rowlock.event_seq cache 50;
select finds('journal sequence', 'fail', 'cache 50', 'a sequence that caches is found');
alter sequence rowlock.event_seq cache 1 cycle;
select finds('journal sequence', 'fail', 'cycles', 'one that cycles too');
alter sequence rowlock.event_seq no cycle;
select happened('role.updated') as newest \gset
select setval('rowlock.event_seq', 1) > 0;
select finds('journal numbers', 'fail', format('newest event %s', :newest), 'a sequence that was set back is found');
select rowlock.event_restore();
select finds('journal numbers', 'ok', '', 'event_restore heals it');
create schema tap_other;
create sequence tap_other.event_seq;
do $$ begin execute format('comment on sequence tap_other.event_seq is %L', obj_description('rowlock.event_seq'::regclass, 'pg_class')); end $$;
select finds('journal locks', 'fail', 'tap_other', 'another schema with the same class of locks is found');
select part('timer');
update rowlock.timer set due_at = clock_timestamp() - interval '2 hours' where name = 'retention';
select finds('timer retention', 'warn', 'never ran', 'a late timer is found');
select part('retention');
select finds('retention', 'ok', 'none fails', 'rules that were kept to are well');
update rowlock.retention_rule set streak = 3 where name = 'events';
select finds('retention', 'fail', 'events failed 3 times', 'one that fails again and again is found');
select finds('journal consumers', 'ok', 'none declared', 'nobody need read the journal');
select rowlock.event_consumer_put(name => 'slow', max_lag => '1 minute', actor => who('chief'));
update rowlock.event_consumer set heard_at = clock_timestamp() - interval '1 hour';
select finds('journal consumers', 'warn', 'slow: not heard of', 'a consumer that went silent is found');
select part('timer');
update rowlock.timer set streak = 3, last_error = 'no luck' where name = 'expire';
select finds('timer expire', 'fail', 'no luck', 'one that fails again and again too');
select part('grant');
grant execute on function rowlock.role_list to public;
select finds('grants', 'fail', 'PUBLIC may call role_list', 'a function that everybody may call is found');
select part('vacuum');
alter table rowlock.escalation set (autovacuum_enabled = false);
select finds('autovacuum', 'warn', 'off for escalation', 'a table without autovacuum is found');

select part('schema');
select login('tap_user', 'user', who('chief')), login('tap_service', 'service');
alter role tap_service rename to tap_renamed;
select finds('logins', 'warn', 'tap_service', 'a login that has lost its role is found');
alter role tap_renamed rename to tap_service;
drop role tap_user;
select login('tap_user');
select finds('logins', 'warn', 'tap_user', 'one whose role was made again too');
select login('tap_plain', 'service');
select isnt(as_login('tap_plain', 'select count(*) from rowlock.doctor_list()'), '0', 'the service asks');
select refused($$select as_login('tap_user', 'select rowlock.doctor_list()')$$, '42501', null, null, 'nobody else');

-- What is bound to statements
select login('tap_told', 'user', who('worker'));
set local log_statement = 'all';
select finds('logged values', 'ok', 'is not logged', 'statements may be logged, as long as values are not');
alter role tap_told reset log_parameter_max_length;
select finds('logged values', 'warn', 'tap_told', 'a login whose values are logged is found');

select * from finish();
rollback;
