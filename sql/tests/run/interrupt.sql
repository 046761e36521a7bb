begin;
\ir ../_fixtures.psql
select plan(14);

select run_as(s, s) from unnest(array['pending', 'spawning', 'running', 'exited', 'failed', 'stopped']) s;
create function send(title text, signal text default 'TERM', by text default 'planner') returns rowlock.run language sql as $$
  select rowlock.run_interrupt(id => (run_of(send.title)).id, signal => send.signal, actor => who(send.by));
$$;
create temp table before as select * from run_of('running');
select is(send('running'), (select b::rowlock.run from (select * from before) b), 'the run stays as it is');
select is((select row(e.topic, e.version, e.payload ->> 'signal', e.payload ->> 'attempt', e.actor = who('planner'))::text from rowlock.event e where e.subject_id = (run_of('running')).id::text order by e.seq desc limit 1),
  '(run.signal_received,,TERM,1,t)', 'the event tells which signal was sent');
select lives_ok($$select send('stopped', 'KILL')$$, 'the process of a stopped run may still be there');
select refused(format('select send(%L)', s), 'PT409', 'run_running', s, format('one that is %s has no session', s))
from unnest(array['pending', 'spawning', 'exited', 'failed']) s;
select refused($$select send('running', 'STOP')$$, 'PT400', 'argument_invalid', 'unknown', 'another signal', 'signal');
select refused($$select send('running', null)$$, 'PT400', 'argument_invalid', 'missing', 'no signal', 'signal');
select refused($$select send('running', by => 'here')$$, 'PT403', 'actor_planner', 'not_planner', 'its host sends none');
select refused($$select send('running', by => 'worker')$$, 'PT403', 'actor_planner', 'not_planner', 'nor who may not write the plan');
select refused($$select rowlock.run_interrupt(id => gen_random_uuid(), actor => who('planner'))$$, 'PT404', 'run_exists', 'not_found', 'a run that is none');
select is((select count(*)::integer from rowlock.event e where e.topic = 'run.signal_received'), 2, 'what is refused is not told');
select is((rowlock.run_interrupt_answer(result => run_of('running'))).body ->> 'status', 'running', 'the answer is the record');

select * from finish();
rollback;
