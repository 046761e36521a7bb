begin;
\ir ../_fixtures.psql
select plan(15);

select last_seq() as start \gset
select happened('escalation.created', 'reviewer', assigned_to => who('filler'), origin_id => 'o') as first \gset
select happened('membership.changed') as second \gset
create temp table batch as select b.* from rowlock.event_read(after => :start) b;

select is((select b.events #- '{0,frame}' -> 0 from batch b),
  jsonb_build_object('seq', :first::bigint, 'topic', 'escalation.created', 'role', 'reviewer', 'assigned_to', who('filler'), 'origin_id', 'o',
    'subject_id', 'subject', 'run_id', null),
  'an event comes with the facts that scope and waits need');
select is(
  (select (b.events #>> '{0,frame}')::jsonb from batch b), (rowlock.event_since(after => :start, actor => who('chief'))).events -> 0,
  'its frame is the very JSON that a page has');
select is((select jsonb_array_length(b.events) from batch b), 2, 'it comes unscoped');
select is((select b.next from batch b), :second::bigint, 'the cursor is the newest event');
select is((rowlock.event_read(after => :start, max_rows => 1)).next, :first::bigint, 'the cursor of a full batch is its last event');
select is((select row(b.purged_through, b.epoch) from batch b), (select row(w.purged_through, w.epoch) from rowlock.event_watermark w), 'the batch has the watermark');
select is((select b.top from batch b), last_seq(), 'and how far the sequence is');
select is((select b.open_mark from batch b), null, 'without an open writer there is no mark');
select is((rowlock.event_read(after => null)).next, :second::bigint, 'no cursor means from now');
select is((rowlock.event_read(after => null)).events, '[]', 'and no events');
select is((rowlock.event_read(after => :second + 1000)).next, :second::bigint + 1000, 'a cursor never goes back');
select refused(format($$select rowlock.event_read(after => 0, max_rows => %s)$$, n), 'PT400', 'argument_invalid', r,
  format('max_rows of %s is refused', n), 'max_rows') from (values ('0', 'out_of_range'), ('10001', 'out_of_range'), ('null', 'missing')) v (n, r);
select login('tap_user', 'user', who('chief'));
select refused($$select as_login('tap_user', 'select rowlock.event_read(after => 0)')$$, '42501', null, null, 'only the service reads unscoped');

select * from finish();
rollback;
