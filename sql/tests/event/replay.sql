begin;
\ir ../_fixtures.psql
select plan(22);

select last_seq() as start \gset
select set_config('test.start', :'start', true);
select happened('escalation.created', 'reviewer', origin_id => 'o1') as first \gset
select happened('escalation.claimed', 'engineer', origin_id => 'o2') as second \gset
select happened('escalation.resolved', 'reviewer', assigned_to => who('filler')) as third \gset
-- seqs(batch): the cursors of its events. past(by): everything that somebody gets of this test.
create function seqs(batch rowlock.event_batch) returns bigint[] language sql as $$
  select coalesce(array_agg((v.value ->> 'seq')::bigint order by v.ordinality), '{}') from jsonb_array_elements((seqs.batch).events) with ordinality v;
$$;
create function past(by text, topics text[] default null) returns bigint[] language sql as $$
  select seqs(rowlock.event_replay(after => current_setting('test.start')::bigint, through => last_seq(), topics => past.topics, actor => who(past.by)));
$$;

select is(past('chief'), array[:first, :second, :third]::bigint[], 'the past comes in order');
select is(past('worker'), array[:first, :third]::bigint[], 'in the scope of its viewer');
select is(past('filler'), array[:third]::bigint[], 'self scope included');
select is(past('chief', '{escalation.claimed,nothing}'), array[:second]::bigint[], 'topics narrow');
select is(past('chief', '{}'), '{}', 'no topic is no event');
select refused($$select rowlock.event_replay(after => 0, through => 1, topics => array_fill('a'::text, array[1001]), actor => who('chief'))$$,
  'PT400', 'argument_invalid', 'too_many', 'a stream has at most 1,000 patterns', 'topics');
set local track_functions = 'pl';
select cardinality(past('chief', '{nothing.>}')) as found \gset
select is(pg_stat_get_xact_function_calls('rowlock.topic_matches'::regproc), (select count(*) from rowlock.topic_catalog),
  'a pattern is held against each topic and not against each event');
select is(seqs(rowlock.event_replay(after => :start, through => last_seq(), origin_id => 'o1', actor => who('chief'))), array[:first]::bigint[], 'an origin narrows');
select is(seqs(rowlock.event_replay(after => :start, through => last_seq(), role => 'engineer', actor => who('chief'))), array[:second]::bigint[], 'a role narrows');
select is(seqs(rowlock.event_replay(after => :start, through => :second, actor => who('chief'))), array[:first, :second]::bigint[], 'nothing comes from behind the end');
select is((select row(b.next, b.more) from rowlock.event_replay(after => :start, through => :third, actor => who('worker')) b), row(:third::bigint, false),
  'at the end there is no more');
select is((select row(b.next, b.more) from rowlock.event_replay(after => :start, through => :third, max_rows => 1, actor => who('chief')) b), row(:first::bigint, true),
  'a full page says that there is more');
select is((select row(b.next, b.more) from rowlock.event_replay(after => :third, through => :first, actor => who('chief')) b), row(:third::bigint, false),
  'a cursor never goes back');
select is((select b.events #- '{0,frame}' -> 0 from rowlock.event_replay(after => :start, through => :first, actor => who('chief')) b),
  (select b.events #- '{0,frame}' -> 0 from rowlock.event_read(after => :start) b), 'an event has the facts that event_read gives');
select is((select (b.events #>> '{0,frame}')::jsonb from rowlock.event_replay(after => :start, through => :first, actor => who('chief')) b),
  (rowlock.event_since(after => :start, actor => who('chief'))).events -> 0, 'and the frame of a page');
select is((select row(b.purged_through, b.epoch) from rowlock.event_replay(after => :start, through => :first, actor => who('chief')) b),
  (select row(w.purged_through, w.epoch) from rowlock.event_watermark w), 'the page has the watermark');

-- A writer that is still open, or forged its mark, hides nothing below what is known to be complete
select set_config('rowlock.low_water', '2', true);
select ask('own');
select is(past('chief') @> array[:first, :second, :third]::bigint[], true, 'an open mark hides nothing of the past');

select happened('work_item.created', subject_type => 'work_item') as plan \gset
select is(past('nobody'), array[:plan]::bigint[], 'what happened to the plan is everybody''s to read');

select refused($$select rowlock.event_replay(after => 0, through => 9, max_rows => 0, actor => who('chief'))$$,
  'PT400', 'argument_invalid', 'out_of_range', 'a page of nothing is refused', 'max_rows');
select refused($$select rowlock.event_replay(after => 0, through => 9, actor => who('suspended'))$$,
  'PT401', 'actor_active', 'not_active', 'a suspended viewer is refused');
select refused($$select rowlock.event_replay(after => 0, through => 9)$$, 'PT401', 'actor_known', 'no_actor', 'without a viewer there is no past');
select login('tap_user', 'user', who('chief'));
select refused($$select as_login('tap_user', 'select rowlock.event_replay(after => 0, through => 9)')$$, '42501', null, null, 'only the service replays');

select * from finish();
rollback;
