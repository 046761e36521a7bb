begin;
\ir ../_fixtures.psql
select plan(4);

create function bells() returns bigint language sql volatile as $$
  select count(*) from pg_locks l join rowlock.event_watermark w on l.classid::bigint >> 16 = w.class
  where l.pid = pg_backend_pid() and l.locktype = 'advisory' and l.mode = 'ExclusiveLock' and l.objid = 0;
$$;
update rowlock.setting set value = 'off' where name = 'notify';
select ask('quiet');
select is(bells(), 0::bigint, 'with notify off nobody holds the bell');
update rowlock.setting set value = 'always' where name = 'notify';
select ask('loud');
select is(bells(), 0::bigint, 'with notify always the bell is not asked for');
update rowlock.setting set value = 'bell' where name = 'notify';
select ask('rung');
select is(bells(), 1::bigint, 'with notify bell the first writer takes it');
select throws_ok($$update rowlock.setting set value = 'loud' where name = 'notify'$$, '23514', null, 'there is no other setting');

select * from finish();
rollback;
