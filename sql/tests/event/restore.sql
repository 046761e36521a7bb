begin;
\ir ../_fixtures.psql
select plan(8);

select w.epoch as old, last_seq() as top from rowlock.event_watermark w \gset
create temp table restored as select w.* from rowlock.event_restore() w;
select isnt((select epoch from restored), :'old'::uuid, 'a restore begins a new epoch');
select is((select w.epoch from rowlock.event_watermark w), (select epoch from restored), 'which the watermark keeps');
select is(last_seq(), :top::bigint, 'a sequence above every event stays where it is');
select is((rowlock.event_since(after => null, actor => who('chief'))).epoch, (select epoch from restored), 'pages carry it');

-- The sequence of a damaged restore: behind the events.
select happened('role.updated') as newest \gset
select setval('rowlock.event_seq', 1) > 0;
select rowlock.event_restore();
select is(last_seq(), :newest::bigint, 'a sequence behind the events is moved to the newest');
select lives_ok($$select ask('after')$$, 'and the next verb journals');
update rowlock.event_watermark set purged_through = last_seq() + 100;
select rowlock.event_restore();
select is(last_seq(), (select w.purged_through from rowlock.event_watermark w), 'nor does it stay below the watermark');
select login('tap_service', 'service');
select refused($$select as_login('tap_service', 'select rowlock.event_restore()')$$, '42501', null, null, 'only the owner of the schema says so');

select * from finish();
rollback;
