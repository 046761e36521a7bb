begin isolation level repeatable read;
\ir ../../_fixtures.psql
select plan(3);

select refused($$select rowlock.event_since(after => 0, actor => who('chief'))$$,
  'PT400', 'event_isolation', 'isolation', 'one snapshot for all steps would lose late commits: REPEATABLE READ is refused');
select refused($$select rowlock.event_read(after => 0)$$, 'PT400', 'event_isolation', 'isolation', 'event_read refuses it too');
select refused($$select rowlock.event_purge()$$, 'PT400', 'event_isolation', 'isolation', 'so does the purge');

select * from finish();
rollback;
