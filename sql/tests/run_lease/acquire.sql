begin;
\ir ../_fixtures.psql
select plan(26);

select run_as(s, s) from unnest(array['pending', 'spawning', 'running', 'exited', 'failed', 'stopped']) s;
select machine('there');
create function hold_it(holder text, ttl interval default '5 minutes', title text default 'running', by text default 'planner') returns setof rowlock.run_lease language sql as $$
  select * from rowlock.run_lease_acquire(id => (run_of(hold_it.title)).id, holder => hold_it.holder, ttl => hold_it.ttl, actor => who(hold_it.by));
$$;
create function told() returns text[] language sql stable as $$
  select array_agg(concat_ws(' ', split_part(e.topic, '_', 2), e.payload ->> 'holder', e.payload ->> 'reason') order by e.seq) from rowlock.event e where e.topic like 'run.lease%';
$$;

select is((select row(l.run_id = (run_of('running')).id, l.holder, l.attempt, l.expires_at - l.acquired_at)::text from hold_it('ada') l), '(t,ada,1,00:05:00)', 'a running run is attached to, for a while');
select is((select row(e.topic, e.version, e.payload - '{run_id,work_item_id,host_id}'::text[])::text from rowlock.event e where e.topic like 'run.lease%'),
  row('run.lease_acquired', null, jsonb_build_object('attempt', 1, 'status', 'running', 'holder', 'ada', 'expires_at', rowlock._time_iso((select l.expires_at from rowlock.run_lease l))))::text, 'one event tells who');
select is_empty($$select hold_it('bob')$$, 'nobody else gets it meanwhile');
select is((rowlock.run_lease_acquire_answer(result => '{}')).body, '{"lease": null}', 'over HTTP that is null');
select ok((select l.expires_at - l.acquired_at > interval '1 hour' from hold_it('ada', '1 hour') l), 'its holder prolongs it');
select ok((select l.expires_at - l.acquired_at > interval '1 hour' from hold_it('ada', '1 second') l), 'and never cuts it short');
select is(told(), '{"acquired ada"}', 'without another event');
select is((run_of('running')).version, 3, 'the run is as it was');
create function over() returns void language sql as $$ update rowlock.run_lease set acquired_at = now() - interval '2 hours', expires_at = clock_timestamp(); $$;
select over();
select is((select l.holder from hold_it('bob') l), 'bob', 'one that ran out is taken over');
select is(told(), '{"acquired ada","released ada expired","acquired bob"}', 'and its end is told first');
select over();
select is((select l.acquired_at > now() from hold_it('bob') l), true, 'by its holder too: it is another lease');
select is((rowlock.run_lease_acquire_answer(result => array(select l from rowlock.run_lease l))).body #>> '{lease,holder}', 'bob', 'over HTTP the record');

select refused(format('select hold_it(''ada'', title => %L)', s), 'PT409', 'run_running', s, format('one that is %s has no session', s))
from unnest(array['pending', 'spawning', 'exited', 'failed', 'stopped']) s;
select refused(format('select hold_it(''ada'', %s)', t), 'PT400', 'argument_invalid', 'range', 'a time of ' || t, 'ttl') from unnest(array[$$'0.9 seconds'$$, $$'1 day 1 second'$$, 'null']) t;
select refused($$select hold_it('')$$, 'PT400', 'argument_invalid', 'missing', 'no holder', 'holder');
select refused($$select hold_it(repeat('x', 201))$$, 'PT400', 'argument_invalid', 'too_long', 'a holder of more than 200', 'holder');
select refused($$select rowlock.run_lease_acquire(id => gen_random_uuid(), holder => 'ada', actor => who('planner'))$$, 'PT404', 'run_exists', 'not_found', 'a run that is none');
select refused($$select hold_it('ada', by => 'worker')$$, 'PT403', 'actor_planner', 'not_planner', 'who may not write the plan');
select refused($$select hold_it('ada', by => 'there')$$, 'PT403', 'actor_planner', 'not_planner', 'the bot of another host');
select is((select l.holder from hold_it('bob', by => 'here') l), 'bob', 'the bot of its host may');

select * from finish();
rollback;
