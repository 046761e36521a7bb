-- What an install leaves, and what somebody does to it afterwards.
begin;
\ir ../../_fixtures.psql
\ir ../_finds.psql
select plan(24);

select well(array[
  'functions', 'grants', 'owner', 'table grants', 'default privileges', 'triggers', 'constraints',
  'unlogged tables', 'table settings', 'index size'], 'an install leaves nothing to be found');

-- Functions
select part('function');
create or replace function rowlock.uuid_own() returns uuid language sql as $$ select gen_random_uuid(); $$;
select finds('functions', 'warn', 'uuid_own is not of rowlock', 'a function of somebody else is found');
alter function rowlock.role_list(uuid) reset search_path;
select finds('functions', 'fail', 'role_list was changed', 'one without its pinned path is found');
alter function rowlock.role_list(uuid) set search_path = pg_catalog, pg_temp;
select finds('functions', 'warn', '', 'with the path it is the one that was installed');
drop function rowlock.uuid_own();
do $$
begin
  execute replace(pg_get_functiondef('rowlock._can_read'::regproc), 'AS $function$', 'AS $function$ -- by hand');
end;
$$;
select finds('functions', 'fail', '_can_read was changed', 'a body that was written by hand is found');
select rowlock._function_seal();
select finds('functions', 'ok', 'as installed', 'what an install leaves is the truth');
drop function rowlock.topic_subscribers;
select finds('functions', 'fail', 'topic_subscribers is gone', 'one that was dropped is found');
delete from rowlock.setting where name = 'functions';
select finds('functions', 'warn', 'not written down', 'without the record nothing can be told');
select rowlock._function_seal();

-- Grants and owners
select part('grant');
revoke execute on function rowlock.role_list from rowlock_user;
select finds('grants', 'fail', 'rowlock_user may not call role_list', 'a grant that is gone is found');
revoke usage on schema rowlock from rowlock_proxy;
select finds('grants', 'fail', 'no usage of the schema for rowlock_proxy', 'the usage of the schema too');
create role tap_else;
alter table rowlock.role_schema owner to tap_else;
select finds('owner', 'fail', 'role_schema belongs to tap_else', 'a table in other hands is found');
alter table rowlock.role_schema owner to rowlock_owner;
alter function rowlock.role_list(uuid) owner to tap_else;
select finds('owner', 'fail', 'role_list belongs to tap_else', 'a function too');
alter function rowlock.role_list(uuid) owner to rowlock_owner;
grant select on rowlock.escalation to tap_else;
grant update (value) on rowlock.setting to public;
select finds('table grants', 'warn', 'escalation: tap_else, setting: PUBLIC', 'who reaches tables is found');
alter default privileges for role rowlock_owner in schema rowlock grant select on tables to tap_else;
select finds('default privileges', 'warn', 'tap_else gets what rowlock_owner makes here', 'who would get new tables is found');
alter default privileges for role rowlock_owner grant execute on functions to public;
select finds('default privileges', 'warn', 'PUBLIC may call what rowlock_owner makes', 'and that new functions would be everybody''s');

-- Tables
select part('table');
alter table rowlock.event disable trigger event_10_mark;
select finds('triggers', 'fail', 'event_10_mark of event is off', 'a trigger that is off is found');
alter table rowlock.role add constraint role_tap check (role <> 'reviewer') not valid;
select finds('constraints', 'warn', 'role_tap of role', 'a constraint that was never checked is found');
alter table rowlock.signal set unlogged;
select finds('unlogged tables', 'fail', 'signal', 'a table that a crash empties is found');
alter table rowlock.escalation set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.005);
select finds('table settings', 'ok', 'or tighter', 'a table may be vacuumed more often');
alter table rowlock.escalation reset (fillfactor, autovacuum_vacuum_scale_factor);
select finds('table settings', 'warn', 'autovacuum_vacuum_scale_factor of escalation is not set, fillfactor of escalation is not set', 'one that was set back is found');
alter table rowlock.escalation set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01);
alter table rowlock.event reset (autovacuum_vacuum_insert_scale_factor);
select finds('table settings', 'warn', 'autovacuum_vacuum_insert_scale_factor of event is not set', 'the journal''s is too');

-- Indexes of events of which the statistics know, or think that they are gone
insert into rowlock.event (topic, subject_type, subject_id, occurred_at, created_at)
select 'role.updated', 'role', 'subject', now(), now() from generate_series(1, 6000);
update pg_class c set reltuples = 6000 from pg_index i where i.indexrelid = c.oid and i.indrelid = 'rowlock.event'::regclass;
select is((select format('%s %s', state, found) from rowlock._doctor_table(min_bytes => 16384) where name = 'index size'),
  'ok none is far larger than its entries need', 'an index as large as its entries need is none too large');
update pg_class set reltuples = 10 where oid = 'rowlock.event_subject_id_idx'::regclass;
select matches((select format('%s %s', state, found) from rowlock._doctor_table(min_bytes => 16384) where name = 'index size'),
  '^warn event_subject_id_idx is [12]\d\d kB, about \d\d kB would do$', 'one that is many times larger is found');
select finds('index size', 'ok', '', 'small ones are let be');

select * from finish();
rollback;
