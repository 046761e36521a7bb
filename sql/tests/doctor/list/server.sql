-- The server, its standbys, logins and webhooks: what is set wrong, and what does not arrive.
begin;
\ir ../../_fixtures.psql
\ir ../_finds.psql
select plan(22);

-- here(statement): run it; %I stands for this database.
create function here(statement text) returns void language plpgsql as $$ begin execute format(statement, current_database()); end; $$;

-- told(name, …): state and finding of a check that is asked with settings that a session cannot have.
create function told(name text, fsync text default 'on', pages text default 'on', standbys text default '', archive text default 'off')
returns text language sql as $$
  select format('%s: %s', d.state, d.found)
  from rowlock._doctor_durability(fsync => told.fsync, pages => told.pages, standbys => told.standbys, archive => told.archive) d
  where d.name = told.name;
$$;

select well(array[
  'collation', 'transaction numbers', 'connections', 'notification queue', 'data checksums',
  'standbys', 'synchronous standbys', 'log archive', 'login settings', 'webhooks', 'deliveries', 'replication slots',
  'prepared transactions'], 'a server that is well has nothing to be found');

-- Durability
set local synchronous_commit = on;
select is(told('durability'), 'ok: what is committed is on disk', 'a server that keeps what it says is well');
select is(told('durability', fsync => 'off', pages => 'off'), 'warn: fsync is off, full_page_writes is off', 'one that does not is found');
set local synchronous_commit = off;
select is(told('durability'), 'warn: synchronous_commit is off here', 'so are commits that nobody waits for');
set local synchronous_commit = on;
select login('tap_lax', 'service');
alter role tap_lax set synchronous_commit = off;
select is(told('durability'), 'warn: synchronous_commit is off for tap_lax', 'those of a login too');
select is(told('synchronous standbys', standbys => 'one'), 'fail: one asked for, 0 there', 'that commits wait for a standby that is away is found');
select is(told('log archive', archive => 'on'), 'warn: 0 files archived, the last at no time yet', 'an archive without a command is found');

-- Numbers and collation, as the catalog has them
select part('server');
update pg_database set datcollversion = '0.1' where datname = current_database();
select finds('collation', 'warn', 'made with version 0.1', 'a library that sorts anew is found');
update pg_database set datfrozenxid = ((txid_current() + 4294967296 - 1200000000) % 4294967296)::text::xid where datname = current_database();
select finds('transaction numbers', 'warn', '1200000\d+ transactions', 'rows that are old are found');
update pg_database set datfrozenxid = ((txid_current() + 4294967296 - 1600000000) % 4294967296)::text::xid where datname = current_database();
select finds('transaction numbers', 'fail', '1600000\d+ transactions', 'before the server stops');

-- Logins
select part('login');
select login('tap_user', 'user', who('worker'));
select finds('login settings', 'ok', 'as login_grant', 'a login that was granted is well');
alter role tap_user set idle_in_transaction_session_timeout = 0;
select finds('login settings', 'warn', 'tap_user may idle', 'one that may idle for ever is found');
select here($$alter role tap_user in database %I set idle_in_transaction_session_timeout = '5min'$$);
select finds('login settings', 'ok', '', 'what is said of it here counts most');
alter role tap_user set default_transaction_isolation = 'serializable';
select here($$alter database %I set default_transaction_read_only = on$$);
select finds('login settings', 'warn', 'tap_lax begins read only, tap_user begins in serializable, tap_user begins', 'one that begins wrong is found');
select here($$alter database %I reset default_transaction_read_only$$);
alter role tap_user reset default_transaction_isolation;
alter role tap_user superuser;
select finds('login settings', 'warn', 'tap_user is a superuser', 'one that may do everything is found');
alter role tap_user nosuperuser;
grant rowlock_owner to tap_user;
select finds('login settings', 'warn', 'tap_user has the rights of the owner', 'one that became the owner too');
alter role tap_user set session_replication_role = replica;
select finds('login settings', 'fail', 'tap_user fires no triggers', 'one past the triggers is a fault');

-- Webhooks
select part('webhook');
insert into rowlock.webhook (id, owner_id, url, topics, since_seq, created_at, updated_at)
values (md5('hook')::uuid, who('chief'), 'https://example.org', '{>}', 0, now(), now());
insert into rowlock.delivery (id, webhook_id, seq, topic, subject_type, subject_id, next_at, created_at)
values (md5('late')::uuid, md5('hook')::uuid, 1, 'role.updated', 'role', 'a', now() + interval '1 minute', now());
select finds('deliveries', 'ok', 'next is due', 'what is tried again later is not late');
update rowlock.delivery set next_at = now() - interval '10 minutes';
select finds('deliveries', 'warn', 'next is due', 'what nobody sends is found');
update rowlock.webhook set status = 'disabled';
select finds('deliveries', 'ok', 'none waits', 'what is not to be sent is not late');
update rowlock.webhook set status = 'enabled';
update rowlock.delivery set status = 'dead', next_at = null, ended_at = now() - interval '2 days';
select finds('webhooks', 'ok', '1 enabled, 0 disabled', 'what was given up long ago was seen');
update rowlock.delivery set ended_at = now();
select finds('webhooks', 'warn', 'given up in the last day: 1 of', 'what was given up is found');

select * from finish();
rollback;
