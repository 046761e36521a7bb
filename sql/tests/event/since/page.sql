begin;
\ir ../../_fixtures.psql
select plan(48);

select last_seq() as start \gset
select happened('escalation.created', 'reviewer', origin_id => 'o1') as first \gset
select happened('escalation.claimed', 'reviewer', origin_id => 'o2') as second \gset
select happened('role.updated', 'engineer') as third \gset
select happened('escalation.resolved', 'engineer', origin_id => 'o1') as fourth \gset
-- seqs(page): the cursors of a page's events.
create function seqs(page rowlock.event_page) returns bigint[] language sql as $$
  select coalesce(array_agg((v.value ->> 'id')::bigint order by v.ordinality), '{}') from jsonb_array_elements((seqs.page).events) with ordinality v;
$$;
create function page() returns rowlock.event_page language sql as $$ select rowlock.event_since(after => current_setting('test.start')::bigint, max_rows => 3, actor => who('chief')); $$;
select set_config('test.start', :'start', true);

-- A page and its cursor
select is(seqs(page()), array[:first, :second, :third]::bigint[], 'events come oldest first, no more than asked for');
select is((page()).next, :third::bigint, 'the cursor of a full page is its last event');
select is(seqs(rowlock.event_since(after => :third, actor => who('chief'))), array[:fourth]::bigint[], 'the next page goes on behind the cursor');
select is((rowlock.event_since(after => :third, actor => who('chief'))).next, :fourth::bigint, 'the cursor of a short page is the newest event');
select is((rowlock.event_since(after => :start, topics => '{role.updated}', actor => who('chief'))).next, :fourth::bigint,
  'the newest event moves the cursor also when a filter hides it');
select is((rowlock.event_since(after => :fourth, actor => who('chief'))).next, :fourth::bigint, 'a page without events keeps the cursor');
select is((page()).epoch, (select w.epoch from rowlock.event_watermark w), 'the page has the journal''s epoch');
select is((page()).purged, null, 'nothing was purged');
select is(rowlock.event_since(actor => who('chief')), row('[]', :fourth, null, (select w.epoch from rowlock.event_watermark w), false)::rowlock.event_page,
  'without a cursor the page is empty and the cursor is now');

-- The shape of an event
select is(
  (page()).events #- '{0,timestamp}' -> 0,
  jsonb_build_object(
    'id', :first::bigint, 'type', 'system.escalation.subject.created', 'topic', 'escalation.created', 'subject_type', 'escalation',
    'subject_id', 'subject', 'escalation_id', 'subject', 'origin_id', 'o1', 'role', 'reviewer', 'status', 'pending', 'version', 1,
    'actor', null, 'data', '{}'::jsonb),
  'an event has these keys');
select matches((page()).events #>> '{0,timestamp}', '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$', 'times are ISO 8601 in UTC');
select happened('role.updated', 'engineer', subject_type => 'role') as fifth \gset
select is((rowlock.event_since(after => :fourth, actor => who('chief'))).events #>> '{0,type}', 'role.updated', 'of other subjects the type is the topic');
select is((rowlock.event_since(after => :fourth, actor => who('chief'))).events #> '{0,escalation_id}', 'null', 'and there is no escalation');
select is((rowlock.event_since(after => :third, actor => who('chief'))).events #>> '{0,status}', 'resolved', 'a closing event tells the status of the row');

-- Filters
select is(seqs(rowlock.event_since(after => :start, topics => t, actor => who('chief'))), s, format('topics %s', t))
from (values
  ('{escalation.*}'::text[], array[:first, :second, :fourth]::bigint[]), ('{escalation.created,role.>}', array[:first, :third, :fifth]),
  ('{*}', array[:first, :second, :third, :fourth, :fifth]), ('{}', '{}'), ('{nothing}', '{}')) f (t, s);
select is(seqs(rowlock.event_since(after => :start, origin_id => 'o1', actor => who('chief'))), array[:first, :fourth]::bigint[], 'an origin narrows');
select is(seqs(rowlock.event_since(after => :start, role => 'engineer', actor => who('chief'))), array[:third, :fourth, :fifth]::bigint[], 'a role narrows');
select is(seqs(rowlock.event_since(after => :start, role => 'engineer', actor => who('worker'))), '{}', 'a role widens nothing');

-- A pattern is held against each topic and not against each event
select count(happened('escalation.created', 'reviewer')) as more from generate_series(1, 50) \gset
set local track_functions = 'pl';
select jsonb_array_length((rowlock.event_since(after => :start, topics => '{nothing.>}', actor => who('chief'))).events) as found \gset
select is(pg_stat_get_xact_function_calls('rowlock.topic_matches'::regproc), (select count(*) from rowlock.topic_catalog),
  'fifty events of one topic cost one look');
delete from rowlock.topic_catalog where topic = 'role.updated';
select is(seqs(rowlock.event_since(after => :start, topics => '{role.*}', actor => who('chief'))), array[:third, :fifth]::bigint[],
  'events of a topic that left the catalog are still found');

-- Retention
update rowlock.event_watermark set purged_through = :second;
select is((rowlock.event_since(after => :first, actor => who('chief'))).purged, jsonb_build_object('from', :second, 'to', :second),
  'a cursor below the watermark is told what is gone');
select is((rowlock.event_since(after => :second, actor => who('chief'))).purged, null, 'a cursor at the watermark has missed nothing');

-- Arguments
select refused($$select rowlock.event_since(topics => array_fill('a'::text, array[1001]), actor => who('chief'))$$,
  'PT400', 'argument_invalid', 'too_many', 'a page has at most 1,000 patterns', 'topics');
select refused(format($$select rowlock.event_since(topics => array['*', %L], actor => who('chief'))$$, p), 'PT400', 'argument_invalid',
  'not_pattern', format('no topic fits %L', p), 'topics') from unnest('{"",.,run.,.run,a..b,>.a,run.>.x,run*,**,"a b","a.b>",Run.*,NULL}'::text[]) p;
select refused(format($$select rowlock.event_since(max_rows => %s, actor => who('chief'))$$, n), 'PT400', 'argument_invalid', r,
  format('max_rows of %s is refused', n), 'max_rows') from (values ('0', 'out_of_range'), ('1001', 'out_of_range'), ('null', 'missing')) v (n, r);
select refused($$select rowlock.event_since(after => -1, actor => who('chief'))$$,
  'PT400', 'argument_invalid', 'out_of_range', 'a cursor below zero is refused', 'after');

-- Another journal
create function void(after bigint, epoch uuid) returns rowlock.event_page language sql as $$
  select rowlock.event_since(after => void.after, epoch => void.epoch, actor => who('chief'));
$$;
select is(void(last_seq() + 1, null), row('[]', last_seq(), null, (select w.epoch from rowlock.event_watermark w), true)::rowlock.event_page,
  'a cursor that the journal never gave is reset to now');
select is(void(:start, gen_random_uuid()), void(last_seq() + 1, null), 'so is one of another epoch');
select is((void(:start, (select w.epoch from rowlock.event_watermark w))).reset, false, 'the journal''s own epoch resets nothing');
select is((void(last_seq(), null)).reset, false, 'nor does a cursor at its end');

select * from finish();
rollback;
