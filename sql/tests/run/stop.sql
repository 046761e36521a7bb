begin;
\ir ../_fixtures.psql
select plan(20);

select run_as(s, s) from unnest(array['pending', 'spawning', 'running', 'exited', 'failed', 'stopped']) s;
select run_as('running', 'attached'), run_as('running', 'parked');
create function stop(title text, by text default 'planner') returns rowlock.run language sql as $$
  select rowlock.run_stop(id => (run_of(stop.title)).id, actor => who(stop.by));
$$;
select is((select row(r.status, r.version, r.finished_at is not null, r.exit_code, r.failure_reason)::text from stop('running') r), '(stopped,4,t,,)', 'what runs is stopped');
select is((select row(e.topic, e.version, e.actor = who('planner'))::text from rowlock.event e where e.subject_id = (run_of('running')).id::text order by e.seq desc limit 1), '(run.stopped,4,t)', 'one event tells of it');
select refused(format('select stop(%L)', s), 'PT409', 'transition_legal', 'illegal_transition', format('one that is %s cannot be stopped', s))
from unnest(array['pending', 'spawning', 'exited', 'failed', 'stopped']) s;
select is((run_of('pending')).version, 1, 'what is refused changes nothing');

select rowlock.run_lease_acquire(id => (run_of('attached')).id, holder => 'ada', actor => who('planner'));
select stop('attached');
select is_empty('select from rowlock.run_lease', 'the lease on its session ends with it');
select is((select e.payload - '{run_id,work_item_id,host_id}'::text[] from rowlock.event e where e.topic = 'run.lease_released'),
  '{"attempt": 1, "status": "stopped", "holder": "ada", "reason": "ended"}', 'and that is told');

select ask('may I');
update rowlock.escalation set run_id = (run_of('parked')).id where id = esc('may I');
select stop('parked');
select is((state_of('may I')).status, 'cancelled', 'what it still asks is called off with it');
select is((select e.payload ->> 'reason' from rowlock.event e where e.topic = 'escalation.cancelled'), 'run_ended', 'and told why');
select is((rowlock.run_stop_answer(result => run_of('parked'))).body ->> 'parked', 'false', 'the answer is the record');

select run_as('running', 'why'), run_as('running', 'more');
select rowlock.run_stop(id => (run_of('why')).id, reason => 'wrong branch', actor => who('planner'));
select is((select e.payload ->> 'reason' from rowlock.event e where e.subject_id = (run_of('why')).id::text and e.topic = 'run.stopped'), 'wrong branch', 'the event has the reason');
select is((select count(*) from rowlock.event e where e.topic = 'run.stopped' and e.payload ? 'reason'), 1::bigint, 'where one was given');
select refused($$select stop('more', 'here')$$, 'PT403', 'actor_planner', 'not_planner', 'its host stops nothing');
select refused($$select stop('more', 'worker')$$, 'PT403', 'actor_planner', 'not_planner', 'nor who may not write the plan');
select refused($$select rowlock.run_stop(id => gen_random_uuid(), actor => who('planner'))$$, 'PT404', 'run_exists', 'not_found', 'a run that is none');
select refused($$select rowlock.run_stop(id => null, actor => who('planner'))$$, 'PT400', 'argument_invalid', 'missing', 'no id', 'id');
select refused(format($$select rowlock.run_stop(id => %L, reason => repeat('x', 10001), actor => who('planner'))$$, (run_of('more')).id), 'PT400', 'argument_invalid', 'too_long', 'a reason that is too long', 'reason');

select * from finish();
rollback;
