begin;
\ir ../_fixtures.psql
select plan(6);

select rowlock.server_position() as before \gset
select ok(not (:'before'::jsonb ->> 'standby')::boolean, 'a primary is no standby');
select is((:'before'::jsonb ->> 'timeline')::integer, (select c.timeline_id from pg_control_checkpoint() c), 'of the timeline that it writes');
select is(:'before'::jsonb #>> '{same,2}', session_user::text, 'asked by this login');
select is(:'before'::jsonb #>> '{same,1}', (select d.oid::text from pg_database d where d.datname = current_database()), 'of this database');
-- What nobody has committed is not flushed for it; a login whose commits do not wait is told what is written.
set local synchronous_commit = off;
select rowlock.server_position() as before \gset
select ask('a');
select cmp_ok((rowlock.server_position() ->> 'lsn')::numeric, '>', (:'before'::jsonb ->> 'lsn')::numeric, 'and it moves with what is written');
select login('tap_user', 'user', who('chief'));
select refused($$select as_login('tap_user', 'select rowlock.server_position()')$$, '42501', null, null, 'only the service asks');

select * from finish();
rollback;
