begin;
\ir ../_fixtures.psql
select plan(31);

select machine('there');
create function again(title text, most integer default null, by text default 'planner') returns text language sql as $$
  select q.outcome from rowlock.run_requeue(id => (run_of(again.title)).id, max_attempts => again.most, actor => who(again.by)) q;
$$;
create function break_off(title text) returns void language sql as $$
  update rowlock.run set status = 'spawning', host_id = (host_of('here')).id where id = (run_of(break_off.title)).id;
  update rowlock.run set status = 'failed', failure_reason = 'host_lost', finished_at = now() where id = (run_of(break_off.title)).id;
$$;
select run_as('running', 'one');
select rowlock.run_signal(id => (run_of('one')).id, attempt => 1, kind => 'progress', seq => 7, actor => who('here'));
select rowlock.run_signal(id => (run_of('one')).id, attempt => 1, kind => 'finished', payload => '{"exit_code": 2}', actor => who('here'));
update rowlock.run set pending_since = now() - interval '1 hour', target_host_id = (host_of('there')).id where id = (run_of('one')).id;
create temp table before as select * from run_of('one');
create temp table seq as select last_seq() as seq;
select is(again('one'), 'requeued', 'a failed run waits again');
select is(
  (select row(r.status, r.attempt, r.host_id, r.failure_reason, r.exit_code, r.last_progress_seq, r.started_at, r.finished_at)::text from run_of('one') r),
  '(pending,2,,,,,,)', 'as the next attempt, with nothing of the one before');
select ok((run_of('one')).pending_since > now(), 'its time begins anew');
select ok(
  (select row(r.id, r.session_name, r.target_host_id, r.created_at, r.origin_id) = row(b.id, b.session_name, b.target_host_id, b.created_at, b.origin_id) from run_of('one') r, before b),
  'it is the same run: id, session, target, creation');
select is((run_of('one')).version, 6, 'its version tells that it changed');
select is((select count(*)::integer from seq s, events_since(s.seq)), 0, 'no event: the next run.spawning shows the attempt');
select is((select count(*)::integer from rowlock.processed_signal p where p.run_id = (run_of('one')).id), 2, 'the ledger of the attempt before is kept');
select refused($$select again('one')$$, 'PT409', 'transition_legal', 'illegal_transition', 'what is pending is not requeued');
select is((rowlock.run_claim(host_id => (host_of('there')).id, instance_id => instance_of('there'), actor => who('there'))).attempt, 2, 'it is claimed as the second attempt');
select is((select e.payload ->> 'attempt' from rowlock.event e where e.topic = 'run.spawning' order by e.seq desc limit 1), '2', 'and its event tells that');

-- The bound.
select rowlock.run_signal(id => (run_of('one')).id, attempt => 2, kind => 'failed', actor => who('there'));
select is(again('one', 2), 'exhausted', 'at the bound it is exhausted');
select is((select row(r.status, r.attempt, r.failure_reason, r.version)::text from run_of('one') r), '(failed,2,restart_exhausted,9)', 'it stays failed, with that reason');
select is(again('one', 2), 'exhausted', 'once more says the same');
select is((run_of('one')).version, 9, 'and changes nothing');
select is(again('one'), 'requeued', 'three attempts are the default');
select break_off('one');
select is(again('one'), 'exhausted', 'and no more');
select is(again('one', 4), 'requeued', 'a greater bound lets it go on');
update rowlock.setting set value = '1' where name = 'run_max_attempts';
select run_as('failed', 'two');
select is(again('two'), 'exhausted', 'the bound is a setting');
update rowlock.setting set value = '3' where name = 'run_max_attempts';

-- What it asks.
select run_as('failed', 'asks'), ask('kept');
update rowlock.escalation set run_id = (run_of('asks')).id where id = esc('kept');
select again('asks');
select is((state_of('kept')).status, 'pending', 'a question survives a requeue');
select break_off('asks');
select again('asks', 2);
select is((state_of('kept')).status, 'cancelled', 'and is called off when there is no further attempt');

select run_as(s, 'so ' || s) from unnest(array['spawning', 'running', 'exited', 'stopped']) s;
select refused(format('select again(%L)', 'so ' || s), 'PT409', 'transition_legal', 'illegal_transition', format('one that is %s is not requeued', s))
from unnest(array['spawning', 'running', 'exited', 'stopped']) s;
select run_as('failed', 'late');
update rowlock.run set failure_reason = 'dispatch_timeout' where id = (run_of('late')).id;
select is(again('late'), 'requeued', 'by hand it is requeued whatever it failed of');
select is((rowlock.run_requeue_answer(result => row('requeued', run_of('late')))).body #>> '{run,status}', 'pending', 'the answer has outcome and record');
select run_as('failed', 'more');
select refused($$select again('more', 0)$$, 'PT400', 'argument_invalid', 'out_of_range', 'a bound of none', 'max_attempts');
select refused($$select again('more', by => 'here')$$, 'PT403', 'actor_planner', 'not_planner', 'its host requeues nothing');
select refused($$select again('more', by => 'worker')$$, 'PT403', 'actor_planner', 'not_planner', 'nor who may not write the plan');
select refused($$select rowlock.run_requeue(id => gen_random_uuid(), actor => who('planner'))$$, 'PT404', 'run_exists', 'not_found', 'a run that is none');
select refused($$select again('none')$$, 'PT400', 'argument_invalid', 'missing', 'no id', 'id');

select * from finish();
rollback;
