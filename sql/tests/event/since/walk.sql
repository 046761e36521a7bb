begin;
\ir ../../_fixtures.psql
select plan(10);

-- A journal of 25,000 events that fit no filter, and one at its end that does.
select last_seq() as start \gset
select set_config('test.start', :'start', true);
select set_config('session_replication_role', 'replica', true);
insert into rowlock.event (topic, subject_type, subject_id, role, occurred_at)
select 'escalation.created', 'escalation', 's', 'engineer', clock_timestamp() from generate_series(1, 25000);
select set_config('session_replication_role', 'origin', true);
select happened('role.updated', 'reviewer', origin_id => 'end') as wanted \gset
create function page(after bigint) returns rowlock.event_page language sql as $$
  select rowlock.event_since(after => page.after, topics => '{role.updated}', actor => who('chief'));
$$;

select (page(:start)).next as one \gset
select is((page(:start)).events, '[]', 'a page walks a bounded way');
select is(:one::bigint, :start::bigint + 10000, 'and says how far it got');
select (page(:one)).next as two \gset
select is(:two::bigint, :start::bigint + 20000, 'the next goes on from there');
select is((page(:two)).events #>> '{0,id}', :'wanted', 'so that the event behind is found');
select is((page(:two)).next, :wanted::bigint, 'and the end is the newest event');
select is((page(:wanted)).next, :wanted::bigint, 'where the cursor stays');
select is((rowlock.event_since(after => :start, actor => who('worker'))).next, :one::bigint, 'what the actor may not read is walked over in the same way');
select is((rowlock.event_since(after => :start, origin_id => 'end', actor => who('chief'))).next, :wanted::bigint, 'events of other origins are not walked over');
select is((select row(b.next, b.more) from rowlock.event_replay(after => :start, through => :wanted, topics => '{role.updated}', actor => who('chief')) b),
  row(:one::bigint, true), 'a replay goes the same way');
select is((select b.events #>> '{0,seq}' from rowlock.event_replay(after => :two, through => :wanted, topics => '{role.updated}', actor => who('chief')) b),
  :'wanted', 'to the same end');

select * from finish();
rollback;
