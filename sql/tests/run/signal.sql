begin;
\ir ../_fixtures.psql
select plan(72);

select machine('here'), machine('there');
create function say(title text, kind text, payload jsonb default '{}', attempt integer default 1, seq bigint default null, by text default 'here')
returns text language sql as $$
  select s.outcome from rowlock.run_signal(
    id => (run_of(say.title)).id, attempt => say.attempt, kind => say.kind, seq => say.seq, payload => say.payload, actor => who(say.by)) s;
$$;
create function told(title text) returns text[] language sql stable as $$
  select array_agg(split_part(e.topic, '.', 2) order by e.seq) from rowlock.event e where e.subject_id = (run_of(told.title)).id::text;
$$;
create function ledger(title text) returns text[] language sql stable as $$
  select coalesce(array_agg(s.attempt || ' ' || s.kind order by s.received_at), '{}') from rowlock.processed_signal s where s.run_id = (run_of(ledger.title)).id;
$$;
create function facts(title text) returns text language sql stable as $$
  select concat_ws(' ', r.status, r.version, r.exit_code, r.failure_reason, case when r.started_at is not null then 'began' end, case when r.finished_at is not null then 'ended' end)
  from run_of(facts.title) r;
$$;

-- A run from start to end.
select run_as('spawning', 'good');
select is(say('good', 'started'), 'applied', 'started is applied');
select is(facts('good'), 'running 3 began', 'it runs');
select is(say('good', 'started'), 'duplicate', 'once more it is a duplicate');
select is(facts('good'), 'running 3 began', 'that changes nothing');
select is(say('good', 'progress', '{"lines": 12, "bytes": 340, "at": "2026-03-01T09:00:00Z"}', seq => 5), 'applied', 'progress is applied');
select is((run_of('good')).last_progress_seq, 5::bigint, 'its number is kept');
select is(say('good', 'progress', seq => 5), 'out_of_order', 'the same number is out of order');
select is(say('good', 'progress', seq => 4), 'out_of_order', 'so is an earlier one');
select is(say('good', 'progress', seq => 9), 'applied', 'numbers may be left out');
select is(
  (select e.payload - '{run_id,work_item_id,host_id}'::text[] from rowlock.event e where e.topic = 'run.output_appended' order by e.seq limit 1),
  '{"attempt": 1, "status": "running", "seq": 5, "lines": 12, "bytes": 340, "at": "2026-03-01T09:00:00.000000Z"}', 'an event tells how much was written, and when');
select ok((select e.payload ? 'at' and not e.payload ? 'lines' from rowlock.event e where e.topic = 'run.output_appended' order by e.seq desc limit 1), 'without a time it is that of now');
select is(ledger('good'), '{1 started}', 'progress is not in the ledger');
select is(say('good', 'finished', '{"exit_code": 0}'), 'applied', 'finished is applied');
select is(facts('good'), 'exited 6 0 began ended', 'with exit code 0 it exited');
select is(say('good', 'finished', '{"exit_code": 0}'), 'duplicate', 'once');
select is(say('good', 'finished', '{"exit_code": 7}'), 'duplicate', 'whatever it says');
select is(told('good'), '{created,spawning,started,output_appended,output_appended,finished}', 'each change left one event, what was not applied none');
select is((select array_agg(e.version order by e.seq) from rowlock.event e where e.subject_id = (run_of('good')).id::text), '{1,2,3,4,5,6}', 'with its version');
select is((select e.payload -> 'exit_code' from rowlock.event e where e.topic = 'run.finished'), '0', 'the event has the exit code');

-- Other ends.
select run_as('running', 'bad'), say('bad', 'finished', '{"exit_code": 3}');
select is(facts('bad'), 'failed 4 3 began ended', 'another exit code fails it, without a reason');
select is(told('bad'), '{created,spawning,started,finished}', 'and that is run.finished alone');
select refused($$select say('bad', 'failed')$$, 'PT409', 'transition_legal', 'illegal_transition', 'failed after it is refused');
select is(told('bad'), '{created,spawning,started,finished}', 'and leaves no event');
select run_as('spawning', 'unborn'), say('unborn', 'failed');
select is(facts('unborn'), 'failed 3 spawn_failed ended', 'failed before started is spawn_failed');
select is(told('unborn'), '{created,spawning,failed}', 'that is run.failed');
select is((select e.payload ->> 'failure_reason' from rowlock.event e where e.topic = 'run.failed'), 'spawn_failed', 'with its reason');
select is(say('unborn', 'failed'), 'duplicate', 'once');
select run_as('running', 'hooked'), say('hooked', 'failed');
select is(facts('hooked'), 'failed 4 began ended', 'failed by the agent has no reason and no exit code');
select is(told('hooked'), '{created,spawning,started,failed}', 'it is run.failed too');
select run_as('running', 'killed'), say('killed', 'finished', '{"exit_code": -9.0}');
select is((run_of('killed')).exit_code, -9, 'what a process signal ended has a negative exit code');

-- After a stop.
select run_as('stopped', 'halted');
create temp table halted as select * from run_of('halted');
select is(say('halted', 'finished', '{"exit_code": 130}'), 'applied', 'the end of what was stopped is told');
select is(facts('halted'), 'stopped 5 130 began ended', 'it stays stopped, with an exit code');
select is((run_of('halted')).finished_at, (select h.finished_at from halted h), 'it ended when it was stopped');
select is(told('halted'), '{created,spawning,started,stopped,finished}', 'run.finished is journaled');
select is(say('halted', 'finished', '{"exit_code": 0}'), 'duplicate', 'once');
select refused($$select say('halted', 'failed')$$, 'PT409', 'transition_legal', 'illegal_transition', 'what is stopped does not fail');
select refused($$select say('halted', 'progress', seq => 1)$$, 'PT409', 'transition_legal', 'illegal_transition', 'nor go on');

-- Out of order: refused, and good when it is sent again.
select run_as('spawning', 'early');
select refused($$select say('early', 'finished', '{"exit_code": 0}')$$, 'PT409', 'transition_legal', 'illegal_transition', 'finished before started is refused');
select refused($$select say('early', 'finished', '{"exit_code": 1}')$$, 'PT409', 'transition_legal', 'illegal_transition', 'with any exit code');
select refused($$select say('early', 'progress', seq => 1)$$, 'PT409', 'transition_legal', 'illegal_transition', 'so is progress');
select is(ledger('early'), '{}', 'nothing is kept of it');
select is(facts('early') || told('early')::text, 'spawning 2{created,spawning}', 'the run is as it was');
select is(array[say('early', 'started'), say('early', 'finished', '{"exit_code": 0}')], '{applied,applied}', 'after started it is applied');
select is(facts('early'), 'exited 4 0 began ended', 'to the end');

-- Attempts.
select run_as('failed', 'again');
select rowlock.run_requeue(id => (run_of('again')).id, actor => who('planner'));
select is(say('again', 'finished', '{"exit_code": 0}'), 'stale', 'a signal of an earlier attempt is stale');
select is(say('again', 'progress'), 'stale', 'even one that lacks something');
select rowlock.run_dispatch(id => (run_of('again')).id, host_id => (host_of('there')).id, actor => who('planner'));
select is(say('again', 'started'), 'stale', 'also from a host where the run is no more');
select is(facts('again') || ledger('again')::text || told('again')::text, 'spawning 5{"1 failed"}{created,spawning,failed,spawning}', 'it writes nothing: no status, no ledger, no event');
select is(say('again', 'started', attempt => 2, by => 'there'), 'applied', 'the new attempt has signals of its own');
select is(ledger('again'), '{"1 failed","2 started"}', 'the ledger counts by attempts');
select is(say('again', 'progress', attempt => 2, seq => 1, by => 'there'), 'applied', 'and progress from the beginning');
select refused($$select say('again', 'finished', '{"exit_code": 0}', 3, by => 'there')$$, 'PT400', 'run_protocol', 'protocol_error', 'an attempt to come');

-- What no wrapper may send.
select refused(format($$select say('again', %s, attempt => 2, by => 'there')$$, a), 'PT400', 'run_protocol', 'protocol_error', a) from unnest(array[
  $a$'exited'$a$, $a$null$a$, $a$'progress'$a$, $a$'finished'$a$, $a$'finished', '{"exit_code": null}'$a$,
  $a$'finished', '{"exit_code": 1.5}'$a$, $a$'finished', '{"exit_code": 2147483648}'$a$, $a$'finished', '{"exit_code": "0"}'$a$,
  $a$'finished', '{"exit_code": 0, "output": "x"}'$a$, $a$'finished', '[]'$a$, $a$'finished', '{"exit_code": 0}', seq => 7$a$,
  $a$'progress', '{"lines": -1}', seq => 7$a$, $a$'progress', '{"at": "now"}', seq => 7$a$]) a;
select refused($$select say('again', 'finished', attempt => null, by => 'there')$$, 'PT400', 'run_protocol', 'protocol_error', 'no attempt');

-- Whatever becomes of its host, what runs there is told of.
select run_as('spawning', 'on ' || h, h) from unnest(array['off', 'odd', 'gone']) h;
update rowlock.host set status = 'disabled' where name = 'off';
update rowlock.host set instance_suspect = true, instance_flagged_at = now(), presented_instance_id = gen_random_uuid() where name = 'odd';
update rowlock.host set status = 'offline', last_seen_at = now() - interval '1 hour' where name = 'gone';
select is(say('on ' || h, 'started', 'null', by => h), 'applied', 'a host that is ' || h || ' is listened to') from unnest(array['off', 'odd', 'gone']) h;

-- Who may.
select refused($$select say('again', 'failed', attempt => 2)$$, 'PT403', 'host_owner', 'not_own', 'the bot of another host');
select refused($$select say('again', 'failed', attempt => 2, by => 'planner')$$, 'PT403', 'host_owner', 'not_own', 'whoever writes the plan');
select refused($$select rowlock.run_signal(id => gen_random_uuid(), attempt => 1, kind => 'started', actor => who('here'))$$, 'PT404', 'run_exists', 'not_found', 'a run that is none');

select * from finish();
rollback;
