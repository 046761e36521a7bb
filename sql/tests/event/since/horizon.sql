begin;
\ir ../../_fixtures.psql
select plan(10);

select is(
  (select p.provolatile from pg_proc p where p.oid = 'rowlock.event_since'::regproc), 'v',
  'event_since is volatile: each of its steps needs a snapshot of its own');
select happened('escalation.created', 'reviewer') as before \gset
select set_config('test.before', :'before', true);
-- page(): what the journal gives from before this transaction's own events.
create function page() returns rowlock.event_page language sql as $$
  select rowlock.event_since(after => current_setting('test.before')::bigint - 1, actor => who('chief'));
$$;
select is(jsonb_array_length((page()).events), 1, 'a committed event is seen');

select ask('own');
select isnt((last_event('own')).seq, null, 'the verb has journaled');
select is(jsonb_array_length((page()).events), 1, 'a transaction does not see its own events through the journal');
select is((page()).next, :before::bigint, 'the cursor stays below an open writer');
select is((rowlock._event_horizon()).open_mark, :before::bigint, 'the writer''s mark lies below all that it writes');
select is((rowlock._event_horizon()).safe, :before::bigint, 'the journal is complete up to the mark only');
select happened('escalation.created', 'reviewer') as after \gset
select is(jsonb_array_length((page()).events), 1, 'what is committed above an open mark waits');

-- The process's own reader stands at the same horizon
select is((rowlock.event_read(after => :before - 1)).next, :before::bigint, 'event_read stays below an open writer too');
select is((rowlock.event_read(after => :before - 1)).open_mark, :before::bigint, 'event_read tells of the open mark');

select * from finish();
rollback;
