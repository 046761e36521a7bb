-- The inbox of a run: its settled questions, each in its place.
begin;
\ir ../_fixtures.psql
select plan(48);

-- asks(wait_key, …): a question of the run of the item; answers its row's id. row_of(wait_key): that id, of the latest.
create function asks(wait_key text, question text default 'May I?', title text default 'task', on_timeout jsonb default null, form jsonb default null)
returns uuid language sql as $$
  select ((rowlock.run_ask(
    run_id => (run_of(asks.title)).id, attempt => (run_of(asks.title)).attempt, wait_key => asks.wait_key, role => 'reviewer',
    question => to_jsonb(asks.question), timeout => '1 hour', on_timeout => asks.on_timeout, form_schema => asks.form, actor => who('chief'))).escalation).id;
$$;
create function row_of(wait_key text) returns uuid language sql stable as $$
  select k.escalation_id from rowlock.ask k where k.wait_key = row_of.wait_key order by k.ask_no desc limit 1;
$$;
create function answer(wait_key text, payload jsonb default '{}') returns text language sql as $$
  select (rowlock.signal_send(signal_key => e.signal_key, payload => answer.payload, actor => who('worker'))).outcome
  from rowlock.escalation e where e.id = row_of(answer.wait_key);
$$;
-- inbox(after, …): outcome, the wait keys with their numbers, and next.
create function inbox(after integer default 0, max_rows integer default 100, attempt integer default null, title text default 'task', by text default 'here')
returns text language sql as $$
  select concat_ws(' ', i.outcome, (select string_agg(a.value ->> 'answer_no' || ':' || (a.value ->> 'wait_key'), ',' order by a.ordinality)
    from jsonb_array_elements(i.answers) with ordinality a), i.next, i.status, i.attempt)
  from rowlock.run_answers(run_id => (run_of(inbox.title)).id, attempt => inbox.attempt, after => inbox.after, max_rows => inbox.max_rows, actor => who(inbox.by)) i;
$$;
-- place(n): that answer as it is shown.
create function place(n integer) returns jsonb language sql as $$
  select (rowlock.run_answers(run_id => (run_of('task')).id, after => place.n - 1, max_rows => 1, actor => who('here'))).answers -> 0;
$$;

select run_as('running', 'task') is not null as ok \gset
select is(inbox(), 'pending 0 running 1', 'nothing is asked');
select asks(k) is not null as ok from unnest(array['a', 'b', 'c', 'd', 'e', 'f']) k \g /dev/null
select is(inbox(), 'pending 0 running 1', 'nothing is settled');

-- In the order of settling
select answer('c', 'null') || answer('a', '{"n": 1}') as ok \gset
select is(inbox(), 'answers 1:c,2:a 2 running 1', 'what was settled first comes first');
select is(place(1) - array['escalation_id', 'ended_at'], jsonb_build_object(
  'answer_no', 1, 'wait_key', 'c', 'outcome', 'resolved', 'payload', null, 'reason', null, 'resolved_by', who('worker')), 'a JSON null is an answer');
select is(place(1) ->> 'escalation_id', row_of('c')::text, 'of this row');
select is(place(1) ->> 'ended_at', (select rowlock._time_iso(e.ended_at) from rowlock.escalation e where e.id = row_of('c')), 'at this time');
select is(place(2) -> 'payload', '{"n": 1}', 'the answer is the payload');
select rowlock.escalation_cancel(id => row_of('b'), reason => 'not today', actor => who('worker')) is not null as ok \gset
select is(place(3) - array['escalation_id', 'ended_at'], jsonb_build_object(
  'answer_no', 3, 'wait_key', 'b', 'outcome', 'cancelled', 'payload', null, 'reason', 'not today', 'resolved_by', null), 'a cancelled one tells why');
select asks('d', 'Or may I not?') is not null, asks('out', on_timeout => '{"decision": "no"}') is not null \g /dev/null
select is(place(4) ->> 'reason', 'superseded', 'also when another question took its place');
update rowlock.escalation e set created_at = now() - interval '2 hours', expires_at = clock_timestamp() - interval '1 hour' where e.id = row_of('out');
select last_seq() as seq \gset
select is(place(5) - array['escalation_id', 'ended_at'], jsonb_build_object(
  'answer_no', 5, 'wait_key', 'out', 'outcome', 'expired', 'payload', '{"decision": "no"}'::jsonb, 'reason', null, 'resolved_by', null), 'an expired one has what holds then');
select is((select array_agg(v.topic || coalesce(' by ' || v.actor, '')) from events_since(:seq) v), array['escalation.expired'], 'it expired as any row does');
select is(place(5) ->> 'ended_at', (select rowlock._time_iso(e.expires_at) from rowlock.escalation e where e.id = row_of('out')), 'at its deadline');

-- Cursors
select is(inbox(a), format('answers %s 5 running 1', k), format('after %s', a)) from (values
  (0, '1:c,2:a,3:b,4:d,5:out'), (2, '3:b,4:d,5:out'), (4, '5:out')) v (a, k);
select is(inbox(5), 'pending 5 running 1', 'after all of them: none yet');
select is(inbox(1, 2), 'answers 2:a,3:b 3 running 1', 'a page, and the cursor of the next');
select answer('f') is not null as ok \gset
-- As if it had been settled long ago, in a transaction that committed only now.
select set_config('session_replication_role', 'replica', true) is not null as ok \gset
update rowlock.escalation e set created_at = '2020-01-01', resolved_at = '2020-01-02', ended_at = '2020-01-02' where e.id = row_of('f');
select set_config('session_replication_role', 'origin', true) is not null as ok \gset
select is(inbox(5), 'answers 6:f 6 running 1', 'what becomes visible late comes last, whenever it was');
select is(inbox(), 'answers 1:c,2:a,3:b,4:d,5:out,6:f 6 running 1', 'and places stay');
select refused($$select inbox(7)$$, 'PT400', 'argument_invalid', 'unknown_cursor', 'a cursor that was never given is refused', 'after');
select refused($$select inbox(-1)$$, 'PT400', 'argument_invalid', 'out_of_range', 'a negative one too', 'after');
select refused(format($$select inbox(0, %L)$$, n), 'PT400', 'argument_invalid', r, 'and so are pages of no size', 'max_rows')
from (values (0, 'out_of_range'), (1001, 'out_of_range'), (null, 'missing')) v (n, r);
select refused($$select inbox(null)$$, 'PT400', 'argument_invalid', 'missing', 'no cursor is none', 'after');

-- Archived
select set_config('session_replication_role', 'replica', true) is not null as ok \gset
update rowlock.escalation e set created_at = e.created_at - interval '1 year', ended_at = e.ended_at - interval '1 year', expires_at = null,
  resolved_at = e.resolved_at - interval '1 year' where e.id = any (array[row_of('a'), row_of('c')]);
select set_config('session_replication_role', 'origin', true) is not null as ok \gset
select asks('g') is not null, answer('g', '{"g": 1}') is not null \g /dev/null
select rowlock.escalation_archive(actor => who('chief')) >= 0 as ok \gset
select rowlock.escalation_archive(actor => who('chief')) >= 0 as ok \gset
select is((select count(*) from only rowlock.escalation e where e.id = any (array[row_of('a'), row_of('c'), row_of('f')])), 0::bigint, 'some are archived');
select is(inbox(), 'answers 1:c,2:a,3:b,4:d,5:out,6:f,7:g 7 running 1', 'which keep their places');
select is(place(2) -> 'payload', '{"n": 1}', 'and their answers');
select is((asks('a')), row_of('a'), 'a step that asks again finds them');
select asks('h') is not null, answer('h') is not null \g /dev/null
select set_config('session_replication_role', 'replica', true) is not null as ok \gset
update rowlock.escalation e set created_at = '2021-01-01', resolved_at = '2021-01-02', ended_at = '2021-01-02', expires_at = null where e.id = row_of('h');
select set_config('session_replication_role', 'origin', true) is not null as ok \gset
select rowlock.escalation_archive(actor => who('chief')) as moved \gset
select is(:moved, 1, 'one is archived that nobody has read yet');
select is(inbox(7), 'answers 8:h 8 running 1', 'it is told too');

-- Passwords
select asks('login', form => '{"type": "object", "properties": {"pin": {"type": "string", "format": "password"}}}') is not null as ok \gset
select refused($$select rowlock.escalation_resolve(id => row_of('login'), resolver_payload => '{"pin": "4711"}', actor => who('worker'))$$,
  'PT422', 'password_fields', 'password_fields', 'a password does not come in clear');
select rowlock.escalation_resolve(id => row_of('login'), resolver_payload => '{"pin": "4711"}', actor => who('worker'), credentials =>
  jsonb_build_array(jsonb_build_object('escalation_id', row_of('login'), 'field', 'pin', 'path', '["pin"]'::jsonb, 'token', md5('t')::uuid,
    'key_id', 'k1', 'value', encode(convert_to(repeat('c', 90), 'UTF8'), 'base64')))) is not null as ok \gset
select is(place(9) -> 'payload', jsonb_build_object('pin', 'eph:v1:pin:' || md5('t')::uuid), 'and is told as a reference');

-- Who, and which attempt
select is(inbox(9, by => 'chief'), 'pending 9 running 1', 'a global actor may read it');
select refused($$select inbox(by => 'worker')$$, 'PT403', 'host_owner', 'not_own', 'people may not');
select machine('there') is not null as ok \gset
select refused($$select inbox(by => 'there')$$, 'PT403', 'host_owner', 'not_own', 'nor may other hosts');
select refused($$select rowlock.run_answers(run_id => md5('no')::uuid, actor => who('chief'))$$, 'PT404', 'run_exists', 'not_found', 'an unknown run has none');
select refused($$select inbox(attempt => 2)$$, 'PT400', 'run_protocol', 'protocol_error', 'nor has an attempt that is still to come');
select is(inbox(3, attempt => 1), 'answers 4:d,5:out,6:f,7:g,8:h,9:login 9 running 1', 'the present attempt is told all');
select is((select row(a.status, a.body -> 'next', a.body -> 'answers' -> 0 -> 'answer_no', a.body ->> 'run_id')::text
  from rowlock.run_answers(run_id => (run_of('task')).id, after => 8, actor => who('here')) i,
    rowlock.run_answers_answer(result => i, run_id => (run_of('task')).id) a),
  row(200, '9'::jsonb, '9'::jsonb, (run_of('task')).id)::text, 'over HTTP as well');

-- A failure that a requeue follows leaves the questions open; the end for good calls them off
select rowlock.run_signal(id => (run_of('task')).id, attempt => 1, kind => 'failed', actor => who('here')) is not null as ok \gset
select is(inbox(9), 'ended 9 failed 1', 'a run that failed is over for now');
select is((rowlock.run_requeue(id => (run_of('task')).id, actor => who('planner'))).outcome, 'requeued', 'it starts again');
select is(inbox(9, by => 'chief'), 'pending 9 pending 2', 'and has asked before it runs');
select is(inbox(9, attempt => 1, by => 'here'), 'stale 9 pending 2', 'the earlier attempt is told that it is');
select is((select array_agg(k.wait_key order by k.wait_key) from rowlock.ask k join rowlock.escalation e on e.id = k.escalation_id and e.status = 'pending'),
  array['d', 'e'], 'what was asked stays asked');
update rowlock.run r set status = 'spawning', host_id = (host_of('here')).id where r.id = (run_of('task')).id;
update rowlock.run r set status = 'running' where r.id = (run_of('task')).id;
select is(asks('e') = row_of('e'), true, 'and is found by the next attempt');
select rowlock.run_stop(id => (run_of('task')).id, actor => who('planner')) is not null as ok \gset
select is(inbox(9), 'answers 10:e,11:d 11 stopped 2', 'the end settles all that is open');
select is((select array_agg(distinct a.value ->> 'outcome' || ' ' || (a.value ->> 'reason')) from rowlock.run_answers(run_id => (run_of('task')).id, after => 9, actor => who('here')) i,
  jsonb_array_elements(i.answers) a), array['cancelled run_ended'], 'and tells that it did');

select * from finish();
rollback;
