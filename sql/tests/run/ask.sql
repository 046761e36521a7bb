-- A run asks once under a wait key, whatever becomes of it.
begin;
\ir ../_fixtures.psql
select plan(85);

-- asks(wait_key, question, …): what the run of the item is told, by the bot of its host.
create function asks(
  wait_key text, question jsonb default '"May I?"', attempt integer default 1, title text default 'task', by text default 'here',
  role text default 'reviewer', type text default 'ask', form_schema jsonb default null, on_timeout jsonb default null, people integer default 1,
  own boolean default false, timeout interval default null, metadata jsonb default '{}', priority integer default 2
) returns rowlock.run_asked language sql as $$
  select rowlock.run_ask(
    run_id => (run_of(asks.title)).id, attempt => asks.attempt, wait_key => asks.wait_key, role => asks.role, question => asks.question,
    type => asks.type, form_schema => asks.form_schema, on_timeout => asks.on_timeout, approvals_required => asks.people,
    no_self_approval => asks.own, timeout => asks.timeout, metadata => asks.metadata, priority => asks.priority, actor => who(asks.by));
$$;
-- told(asked): outcome, payload and whether it is new.
create function told(asked rowlock.run_asked) returns text language sql as $$
  select concat_ws(' ', asked.outcome, asked.payload, case when asked.created then 'new' end);
$$;

-- The happy path
select item('root', kind => 'milestone') is not null, item('task', parent => 'root') is not null, run_as('running', 'task') is not null \g /dev/null
select last_seq() as seq \gset
select (asks('deploy', '{"question": "Ship it?", "build": 7}', timeout => '1 day', form_schema => '{"type": "object"}', metadata => '{"region": "north"}',
  priority => 1, on_timeout => '{"decision": "no"}')).escalation as asked \gset
create temp table asked as select e.* from (select (:'asked')::rowlock.escalation as e) q, lateral (select (q.e).*) e;
select is((select row(e.role, e.type, e.description, e.escalation_payload, e.priority, e.status)::text from asked e),
  row('reviewer', 'ask', 'Ship it?', '{"question": "Ship it?", "build": 7}'::jsonb, 1, 'pending')::text, 'a question is a row of the role');
select is((select row(e.run_id, e.work_item_id, e.origin_id, e.parent_id, e.created_by)::text from asked e),
  row((run_of('task')).id, (item_of('task')).id, (item_of('root')).id, (run_of('task')).id, who('here'))::text, 'it knows where it comes from');
select is((select row(e.metadata, e.on_timeout, e.expires_at > e.created_at + interval '23 hours')::text from asked e),
  row('{"region": "north", "form_schema": {"type": "object"}}'::jsonb, '{"decision": "no"}'::jsonb, true)::text, 'its form, facets and deadline');
select is((select e.signal_key from asked e), 'run:' || (run_of('task')).id || ':deploy', 'the key tells the run and the wait key');
select is((select array_agg(v.topic || ' ' || (v.payload ->> 'run_id')) from events_since(:seq) v), array['escalation.created ' || (run_of('task')).id], 'one event, which names the run');
select is(rowlock._run_parked(id => (run_of('task')).id, status => 'running'), true, 'the run is parked');
select is((select row(a.status, a.body ->> 'outcome', a.body ->> 'escalation_id' = a.body -> 'escalation' ->> 'id')::text
  from rowlock.run_ask_answer(result => asks('other')) a), row(201, 'pending', true)::text, 'over HTTP the row, 201');
select is((rowlock.run_ask_answer(result => asks('other'))).status, 200, 'asked again, 200');

-- The same again
select last_seq() as seq \gset
select is(told(asks('deploy', '{"build": 7, "question": "Ship it?"}', timeout => '2 days', form_schema => '{"type": "object"}', metadata => '{"region": "south"}',
  priority => 3, on_timeout => '{"decision": "no"}')), 'pending', 'the same again is the same row, whenever and how urgently it is wanted');
select is((asks('other', by => 'chief')).escalation, (asks('other')).escalation, 'whoever speaks for the run');
select is((select count(*) from events_since(:seq)), 0::bigint, 'and leaves no event');
select rowlock.escalation_resolve(id => (select e.id from asked e), resolver_payload => '{"decision": "yes"}', actor => who('worker')) is not null as ok \gset
select is(told(asks('deploy', '{"question": "Ship it?", "build": 7}', form_schema => '{"type": "object"}', on_timeout => '{"decision": "no"}')),
  'resolved {"decision": "yes"}', 'once it is answered, with the answer');
select rowlock.signal_send(signal_key => 'run:' || (run_of('task')).id || ':other', payload => 'null', actor => who('worker')) is not null as ok \gset
select is((select row(a.outcome, a.payload)::text from asks('other') a), row('resolved', 'null'::jsonb)::text, 'a JSON null is an answer');
select told(asks('off')) \g /dev/null
select rowlock.escalation_cancel(id => (asks('off')).escalation.id, reason => 'no', actor => who('worker')) is not null as ok \gset
select is(told(asks('off')), 'cancelled', 'what people call off is settled');
select told(asks('late', on_timeout => '[1]', timeout => '1 hour')) \g /dev/null
update rowlock.escalation e set created_at = now() - interval '2 hours', expires_at = clock_timestamp() - interval '1 hour' where e.signal_key like '%:late';
select last_seq() as seq \gset
select is(told(asks('late', on_timeout => '[1]')), 'expired [1]', 'what is due has expired, before any sweep');
select is((select array_agg(v.topic) from events_since(:seq) v), array['escalation.expired'], 'which its event tells');
select is(rowlock.escalation_expire(), 0, 'and the sweep finds nothing');

-- Another question under the key
select is((asks('one' || n, form_schema => '{"a": 1}')).created, true, 'first') from generate_series(1, 8) n;
select is((a).outcome || (a).created, 'pendingtrue', format('another %s is another question', w)) from (values
  ('text', asks('one1', '"May I not?"', form_schema => '{"a": 1}')), ('role', asks('one2', role => 'engineer', form_schema => '{"a": 1}')),
  ('type', asks('one3', type => 'other', form_schema => '{"a": 1}')), ('form', asks('one4', form_schema => '{"a": 2}')), ('on_timeout', asks('one5', on_timeout => '1', form_schema => '{"a": 1}')),
  ('number of people', asks('one6', people => 2, form_schema => '{"a": 1}')), ('no_self_approval', asks('one7', own => true, form_schema => '{"a": 1}')),
  ('lack of a form', asks('one8'))) v (w, a);
select is((select array_agg(distinct e.status || ' ' || (e.milestones -> 0 ->> 'reason')) from rowlock.escalation e
  join rowlock.ask k on k.escalation_id = e.id where k.wait_key like 'one_' and k.ask_no = 1), array['cancelled superseded'], 'the open ones are called off');
select is((select count(*) from rowlock.escalation e join rowlock.ask k on k.escalation_id = e.id where k.wait_key = 'one1' and e.status = 'pending'), 1::bigint, 'one is open');
select is((select e.signal_key from rowlock.escalation e join rowlock.ask k on k.escalation_id = e.id where k.wait_key = 'one1' and k.ask_no = 2),
  (select 'ask:' || k.escalation_id from rowlock.ask k where k.wait_key = 'one1' and k.ask_no = 2), 'under a key of its own: an answer to the old one is none to it');
select is((select row(v.actor, v.payload ->> 'reason')::text from rowlock.event v join rowlock.ask k on k.escalation_id::text = v.subject_id
  where k.wait_key = 'one1' and v.topic = 'escalation.cancelled'), row(who('here'), 'superseded')::text, 'with an event');
select is(told(asks('one1', form_schema => '{"a": 1}')), 'pending new', 'a superseded one was not answered: it is asked anew');
select is(told(asks('deploy', '{"build": 8}')), 'pending new', 'another question under a settled key is asked too');
select is(told(asks('deploy', '{"question": "Ship it?", "build": 7}', form_schema => '{"type": "object"}', on_timeout => '{"decision": "no"}')),
  'resolved {"decision": "yes"}', 'and an earlier one keeps its answer');
select is(told(asks('deploy', '{"build": 8}')), 'pending', 'while the later one stays open');
select is((select count(*) from rowlock.escalation e where e.escalation_payload = '{"build": 7, "question": "Ship it?"}'), 1::bigint, 'nobody was asked twice');

-- Answers that come first, and keys that are taken
select rowlock.signal_send(signal_key => 'run:' || (run_of('task')).id || ':early', payload => '{"n": 1}', actor => who('worker')) is not null as ok \gset
select is(told(asks('early')), 'resolved {"n": 1} new', 'an answer may come first');
insert into rowlock.membership (user_id, role) values (who('here'), 'reviewer');
select rowlock.signal_send(signal_key => 'run:' || (run_of('task')).id || ':mine', payload => '{"n": 1}', actor => who('here')) is not null as ok \gset
select is(told(asks('mine')), 'pending new', 'but not from who asks');
select ask('squatter', signal_key => 'run:' || (run_of('task')).id || ':taken') is not null as ok \gset
select is(told(asks('taken')), 'pending new', 'a key that somebody else has taken stops nobody');
select is((asks('taken')).escalation.id <> esc('squatter'), true, 'and is not taken for the question');
select is(told(asks('taken')), 'pending', 'nor the question asked twice');

-- Attempts
update rowlock.run r set attempt = 3 where r.id = (run_of('task')).id;
select last_seq() as seq \gset
select is((select row(a.outcome, a.created, (a.escalation).id)::text from asks('x', attempt => 2) a), row('stale', false, null::uuid)::text, 'an earlier attempt asks nothing');
select is((rowlock.run_ask_answer(result => asks('deploy', attempt => 1))).body, '{"outcome": "stale", "payload": null, "escalation_id": null, "escalation": null}', 'nor is it told anything');
select is((select count(*) from events_since(:seq)), 0::bigint, 'which leaves no event');
select refused($$select asks('x', attempt => 4)$$, 'PT400', 'run_protocol', 'protocol_error', 'an attempt that is still to come is refused');
select refused($$select asks('x', attempt => null)$$, 'PT400', 'run_protocol', 'protocol_error', 'and so is none');
select is(told(asks('other', attempt => 3)), 'resolved null', 'a later attempt gets the answers of the earlier one');
select is(told(asks('taken', attempt => 3)), 'pending', 'and keeps waiting for the others');
select is((select max(k.attempt) from rowlock.ask k), 1, 'who asked first stays');

-- Who, and when
select refused($$select asks('x', attempt => 3, by => 'worker')$$, 'PT403', 'host_owner', 'not_own', 'people do not speak for runs');
select machine('there') is not null as ok \gset
select refused($$select asks('x', attempt => 3, by => 'there')$$, 'PT403', 'host_owner', 'not_own', 'nor do other hosts');
select is((asks('global', attempt => 3, by => 'chief')).escalation.created_by, who('chief'), 'a global actor may');
select run_as(s, s) is not null as ok from unnest(array['pending', 'spawning', 'exited', 'failed', 'stopped']) s \g /dev/null
select refused(format($$select asks('x', title => %L, by => 'chief')$$, s), 'PT409', 'run_running', s, format('a run that is %s asks nothing', s))
from unnest(array['pending', 'spawning', 'exited', 'failed', 'stopped']) s;
select refused($$select rowlock.run_ask(run_id => md5('no')::uuid, attempt => 1, wait_key => 'x', role => 'reviewer', question => '"q"', actor => who('chief'))$$,
  'PT404', 'run_exists', 'not_found', 'an unknown run is refused');

-- What is no question
select set_config('test.seq', last_seq()::text, true) is not null as ok \gset
select refused(format($$select asks(%L, %L, role => %L, type => %L, people => %L, priority => %L, metadata => %L, form_schema => %L, timeout => %L, attempt => 3)$$,
  coalesce(k, 'bad'), q, ro, t, n, p, m, fs, ti), 'PT400', 'argument_invalid', r, format('%s is refused, %s', f, r), f)
from (values
  ('', '"q"', 'reviewer', 't', 1, 2, '{}', null, null, 'missing', 'wait_key'), (repeat('x', 151), '"q"', 'reviewer', 't', 1, 2, '{}', null, null, 'too_long', 'wait_key'),
  (null, null, 'reviewer', 't', 1, 2, '{}', null, null, 'missing', 'question'), (null, '""', 'reviewer', 't', 1, 2, '{}', null, null, 'missing', 'question'),
  (null, 'null', 'reviewer', 't', 1, 2, '{}', null, null, 'not_question', 'question'), (null, '[1]', 'reviewer', 't', 1, 2, '{}', null, null, 'not_question', 'question'),
  (null, to_jsonb(repeat('x', 10001))::text, 'reviewer', 't', 1, 2, '{}', null, null, 'too_long', 'question'),
  (null, jsonb_build_object('a', repeat('x', 262144))::text, 'reviewer', 't', 1, 2, '{}', null, null, 'too_large', 'question'),
  (null, '"q"', '', 't', 1, 2, '{}', null, null, 'missing', 'role'), (null, '"q"', 'reviewer', '', 1, 2, '{}', null, null, 'missing', 'type'),
  (null, '"q"', 'reviewer', 't', 101, 2, '{}', null, null, 'out_of_range', 'approvals_required'), (null, '"q"', 'reviewer', 't', 1, 5, '{}', null, null, 'out_of_range', 'priority'),
  (null, '"q"', 'reviewer', 't', 1, 2, '[]', null, null, 'not_object', 'metadata'), (null, '"q"', 'reviewer', 't', 1, 2, '{"form_schema": {}}', '{}', null, 'two_forms', 'form_schema'),
  (null, '"q"', 'reviewer', 't', 1, 2, '{}', '{"type": 7}', null, 'schema_problems', 'metadata.form_schema'), (null, '"q"', 'reviewer', 't', 1, 2, '{}', null, '-1 s', 'not_in_future', 'timeout')
) a (k, q, ro, t, n, p, m, fs, ti, r, f);
select refused($$select asks('x', role => 'nowhere', attempt => 3)$$, 'PT404', 'role_exists', 'not_found', 'so is an unknown role');
select refused(format($$select rowlock.run_ask(run_id => %L, attempt => 3, wait_key => 'x', role => 'reviewer', question => '"q"', deadline => %L, timeout => %L, actor => who('here'))$$,
  (run_of('task')).id, d, t), 'PT400', 'argument_invalid', r, format('%s, %s', f, r), f)
from (values (now() - interval '1 s', null, 'not_in_future', 'deadline'), ('infinity', null, 'not_in_future', 'deadline'), (now() + interval '1 h', '1 hour', 'two_deadlines', 'timeout')) a (d, t, r, f);
select is((select count(*) from events_since(current_setting('test.seq')::bigint)), 0::bigint, 'refusals leave nothing');

select * from finish();
rollback;
