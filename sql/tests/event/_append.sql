begin;
\ir ../_fixtures.psql
select plan(24);

-- append(): one event of this transaction. marks(): the numbers of the marks that it holds.
create function append() returns bigint language sql as $$
  select rowlock._event_append(topic => 'role.updated', subject_type => 'role', subject_id => 'r');
$$;
create function marks() returns bigint[] language sql volatile as $$
  select coalesce(array_agg((l.classid::bigint & 65535) << 32 | l.objid::bigint), '{}')
  from pg_locks l join rowlock.event_watermark w on l.classid::bigint >> 16 = w.class
  where l.pid = pg_backend_pid() and l.locktype = 'advisory' and l.mode = 'ShareLock';
$$;
create function bells() returns bigint language sql volatile as $$
  select count(*) from pg_locks l join rowlock.event_watermark w on l.classid::bigint >> 16 = w.class
  where l.pid = pg_backend_pid() and l.locktype = 'advisory' and l.mode = 'ExclusiveLock' and l.objid = 0;
$$;

-- The mark
select last_seq() as start \gset
select is(marks(), '{}', 'who has journaled nothing holds nobody up');
savepoint rolled_back;
select append();
select is(marks(), array[:start]::bigint[], 'the first event publishes the number it lies above');
rollback to rolled_back;
select is(marks(), '{}', 'a savepoint that rolls back takes its mark with it');
select is(nullif(current_setting('rowlock.low_water', true), ''), null, 'and what was remembered of it');
select last_seq() as start \gset
select append();
select is(marks(), array[:start]::bigint[], 'the next event publishes a mark of its own');
select append() from generate_series(1, 100);
select is(marks(), array[:start]::bigint[], 'a hundred events more take no further lock');
savepoint rolled_back;
select append();
rollback to rolled_back;
select append();
select is(marks(), array[:start]::bigint[], 'a savepoint inside keeps the mark of the transaction');
select ok((select min(v.seq) > :start from events_since(:start) v), 'all that was written lies above the mark');
select is((select array_agg(v.seq order by v.created_at, v.seq) from events_since(:start) v), (select array_agg(v.seq order by v.seq) from events_since(:start) v),
  'the numbers grow in the order of writing');

-- A forged setting skips nothing: the lock is taken at every append
select set_config('rowlock.low_water', (last_seq() + 1000)::text, true);
select last_seq() as forged \gset
select append();
select ok(:forged::bigint = any (marks()), 'a mark forged too high is not believed: the last number is taken');
select set_config('rowlock.low_water', v, true), append() from unnest(array['', 'x', '0', '-1', '99999999999999999999', '1e3', ' 5']) v;
select ok((select max(m) < last_seq() from unnest(marks()) m), 'nonsense in the setting fails no writer, and its marks stay below the sequence');
select set_config('rowlock.low_water', '1', true);
select append();
select ok(1 = any (marks()), 'a mark forged too low is sound, it only holds readers up');
select ok((rowlock._event_horizon()).safe = 1, 'the lowest mark counts');

-- The sequence
savepoint cached;
alter sequence rowlock.event_seq cache 50;
select refused('select append(), append()', 'PT503', 'event_order', 'sequence_changed', 'a sequence that caches numbers is refused');
rollback to cached;
savepoint backwards;
alter sequence rowlock.event_seq increment by -1;
select refused('select append()', 'PT503', 'event_order', 'sequence_changed', 'a sequence that counts down is refused');
rollback to backwards;
savepoint restarted;
alter sequence rowlock.event_seq restart;
select refused('select append()', 'PT503', 'event_order', 'sequence_changed', 'a sequence that was started again is refused');
rollback to restarted;

-- The bell
select is(bells(), 1::bigint, 'one transaction in flight holds the bell and notifies');

-- The journal is append-only
select refused($$select rowlock._event_append(topic => 'role.unknown', subject_type => 'role', subject_id => 'r')$$,
  'PT400', 'topic_known', 'unknown_topic', 'a topic outside the catalog is refused');
select refused($$update rowlock.event set role = 'x'$$, 'PT409', 'event_append_only', 'append_only', 'an event is never changed');
select refused($$delete from rowlock.event$$, 'PT409', 'event_append_only', 'append_only', 'nor deleted');
select refused($$truncate rowlock.event$$, 'PT409', 'event_append_only', 'append_only', 'nor truncated');
select throws_ok($$insert into rowlock.event (topic, subject_type, subject_id, occurred_at) values ('role.updated', 'role', 'r', 'infinity')$$,
  '23514', null, 'an event happened at some time');
select throws_ok($$insert into rowlock.event (topic, subject_type, subject_id, occurred_at, payload) values ('role.updated', 'role', 'r', now(), '[]')$$,
  '23514', null, 'the facts of an event are an object');
select rowlock._event_append(topic => 'role.updated', subject_type => 'role', subject_id => 'nulls', payload => '{"a": null, "b": 1}');
select is((select v.payload from rowlock.event v where v.subject_id = 'nulls'), '{"b": 1}', 'facts that are not known are left out');

select * from finish();
rollback;
