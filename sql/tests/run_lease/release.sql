begin;
\ir ../_fixtures.psql
select plan(14);

select run_as('running', 'one');
create function hold_it(holder text) returns setof rowlock.run_lease language sql as $$
  select * from rowlock.run_lease_acquire(id => (run_of('one')).id, holder => hold_it.holder, actor => who('planner'));
$$;
create function leave(holder text, by text default 'planner') returns rowlock.run_lease language sql as $$
  select rowlock.run_lease_release(id => (run_of('one')).id, holder => leave.holder, actor => who(leave.by));
$$;
select refused($$select leave('ada')$$, 'PT409', 'run_lease_not_held', 'not_held', 'where nobody is attached nobody leaves');
select hold_it('ada');
select refused($$select leave('bob')$$, 'PT409', 'run_lease_not_held', 'not_held', 'somebody else ends nothing');
select is((leave('ada')).holder, 'ada', 'its holder ends it');
select is_empty('select from rowlock.run_lease', 'nobody is attached');
select is((select row(e.payload ->> 'holder', e.payload ->> 'reason', e.payload ->> 'attempt')::text from rowlock.event e where e.topic = 'run.lease_released'), '(ada,released,1)', 'one event tells of it');
select refused($$select leave('ada')$$, 'PT409', 'run_lease_not_held', 'not_held', 'once');
select hold_it('ada');
update rowlock.run_lease set acquired_at = now() - interval '2 hours', expires_at = now();
select is((leave('ada')).holder, 'ada', 'whose time is over may still leave');
select is((select e.payload ->> 'reason' from rowlock.event e where e.topic = 'run.lease_released' order by e.seq desc limit 1), 'expired', 'that is told as it was');
select hold_it('ada');
select is((leave('ada', 'here')).attempt, 1, 'the bot of the host may');
select refused($$select leave('ada', 'worker')$$, 'PT403', 'actor_planner', 'not_planner', 'who may not write the plan');
select refused($$select leave('')$$, 'PT400', 'argument_invalid', 'missing', 'no holder', 'holder');
select refused($$select rowlock.run_lease_release(id => null, holder => 'ada', actor => who('planner'))$$, 'PT400', 'argument_invalid', 'missing', 'no id', 'id');
select refused($$select rowlock.run_lease_release(id => gen_random_uuid(), holder => 'ada', actor => who('planner'))$$, 'PT404', 'run_exists', 'not_found', 'a run that is none');
select is((rowlock.run_lease_release_answer(result => row((run_of('one')).id, 'ada', 1, now(), now())::rowlock.run_lease)).body #>> '{lease,holder}', 'ada', 'the answer is the record');

select * from finish();
rollback;
