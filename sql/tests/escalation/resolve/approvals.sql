-- Several people have to agree.
begin;
\ir ../../_fixtures.psql
select plan(73);

-- needs(name, people, …): a row of the chief's that so many have to agree on. say(name, by, decision): an answer to it.
create function needs(
  name text, people integer default 2, signal_key text default null, assigned_to uuid default null
) returns rowlock.escalation language sql as $$
  select (rowlock.escalation_create(
    role => 'reviewer', type => 'approval', description => needs.name, approvals_required => needs.people,
    signal_key => needs.signal_key, assigned_to => needs.assigned_to, actor => who('chief'))).escalation;
$$;
create function say(
  name text, by text, decision text default '"yes"', metadata jsonb default null, idempotency_key text default null
) returns rowlock.escalation language sql as $$
  select rowlock.escalation_resolve(
    id => esc(say.name), resolver_payload => format('{"decision": %s, "by": %s}', say.decision, to_json(say.by))::jsonb,
    metadata => say.metadata, idempotency_key => say.idempotency_key, actor => who(say.by));
$$;
create function told(answer rowlock.escalation) returns text language sql as $$
  select concat_ws(' ', answer.status, answer.approvals || '/' || answer.approvals_required);
$$;

-- Two agree
select needs('two');
select is(told(say('two', 'worker')), 'pending 1/2', 'the first answer leaves the row open');
select is((state_of('two')).resolver_payload, null, 'and is not the row''s answer');
select is((last_event('two')).payload, jsonb_build_object('by', who('worker'), 'approvals', 1, 'required', 2), 'it is journaled, without its words');
select is(events_of('two'), '{created,approved}', 'as an approval');
select is((last_event('two')).version, (state_of('two')).version, 'with a version of its own');
select is(told(say('two', 'worker')), 'pending 1/2', 'a person counts once');
select is(told(say('two', 'worker_two')), 'resolved 2/2', 'the second person settles it');
select is((state_of('two')).resolver_payload, '{"decision": "yes", "by": "worker_two"}', 'the deciding answer is the row''s');
select is((state_of('two')).resolved_by, who('worker_two'), 'and its author resolved it');
select is(events_of('two'), '{created,approved,resolved}', 'one event ends it');
select is((last_event('two')).payload ->> 'approvals', '2', 'which tells how many agreed');
select refused($$select say('two', 'lead')$$, 'PT409', 'escalation_resolved', 'resolved', 'a third answer is late');

-- Equal decisions count together, the latest of a person
select needs('split', 2);
select is(told(say('split', 'worker', '"yes"')), 'pending 1/2', 'one says yes');
select is(told(say('split', 'worker_two', '"no"')), 'pending 1/2', 'another says no: nobody agrees');
select is(told(say('split', 'worker', '"no"')), 'resolved 2/2', 'the first one thinks again, and both agree');
select is((state_of('split')).resolver_payload ->> 'decision', 'no', 'a no is a decision too');
select needs('three', 3);
select say('three', 'worker'), say('three', 'worker_two');
select is(told(say('three', 'lead', '"no"')), 'pending 2/3', 'who disagrees is told how many agree');
select is(told(say('three', 'chief')), 'resolved 3/3', 'three out of four');
select needs('kinds', 2);
select is(told(say('kinds', 'worker', '1')), 'pending 1/2', 'a number is a decision');
select is(told(say('kinds', 'worker_two', '"1"')), 'pending 1/2', 'that no text equals');
select is(told(say('kinds', 'lead', '1.0')), 'resolved 2/2', 'as the same number does');
select needs('objects', 2);
select say('objects', 'worker', '{"a": 1, "b": 2}');
select is(told(say('objects', 'lead', '{"b": 2, "a": 1}')), 'resolved 2/2', 'objects are compared as such');

-- The same again
select needs('same', 2);
select hold('same', 'worker');
create temp table said as select say('same', 'worker') as row;
select is(say('same', 'worker'), (select s.row from said s), 'the same answer of the same person changes nothing');
select is(say('same', 'worker', metadata => '{}'), (select s.row from said s), 'nor with metadata that adds nothing');
select is(events_of('same'), '{created,claimed,approved}', 'and leaves no event');
select hold('same', 'worker');
select is((select row(e.assigned_to, e.approvals)::text from say('same', 'worker') e), '(,1)', 'who holds the row gives it back');
select is((say('same', 'worker', metadata => '{"seen": 1}')).metadata, '{"seen": 1}', 'metadata is merged');
select is(told(say('same', 'worker', '"no"')), 'pending 1/2', 'another one is an answer');
select is(events_of('same'), '{created,claimed,approved,claimed,approved,approved,approved}', 'these have their events');

-- Answers without a decision
select needs('undecided');
select refused(format($$select rowlock.escalation_resolve(id => esc('undecided'), resolver_payload => %L, actor => who('worker'))$$, p),
  'PT400', 'argument_invalid', 'missing', format('%s decides nothing', p), 'resolver_payload.decision')
from unnest(array['{}', '{"decision": null}', '{"Decision": "yes"}']) p;
select is(events_of('undecided'), '{created}', 'and leaves no event');
select refused($$select rowlock.escalation_resolve(id => esc('undecided'), resolver_payload => '{}', actor => who('auditor'))$$,
  'PT403', 'escalation_write', 'write_scope', 'who may not answer is told that first');
select lives_ok($$select ask('one'); select rowlock.escalation_resolve(id => esc('one'), resolver_payload => '{}', actor => who('worker'))$$,
  'a row for one person needs no decision');

-- Who counts
select refused($$select say('undecided', 'robot')$$, 'PT403', 'escalation_not_person', 'not_person', 'a bot is no person');
select lives_ok($$select ask('for a bot'); select say('for a bot', 'robot')$$, 'but may answer a row for one');
select needs('left', 2);
select say('left', 'worker');
update rowlock.user_account u set status = 'suspended' where u.id = who('worker');
select is(told(say('left', 'worker_two')), 'pending 1/2', 'who was suspended does not count any more');
select is(
  (select jsonb_agg(jsonb_build_array(a -> 'user_id', a -> 'counts'))
   from jsonb_array_elements((rowlock.escalation_get_answer(result => state_of('left'))).body -> 'answers') a),
  jsonb_build_array(jsonb_build_array(who('worker'), false), jsonb_build_array(who('worker_two'), true)), 'and the row says so');
update rowlock.user_account u set status = 'active' where u.id = who('worker');
select is(told(say('left', 'worker_two')), 'resolved 2/2', 'who is back counts again');
select needs('gone', 2);
insert into rowlock.user_account (external_id) values ('leaver');
insert into rowlock.membership (user_id, role) values (who('leaver'), 'reviewer');
select say('gone', 'leaver');
select rowlock.user_delete(id => who('leaver'), actor => who('chief'));
select is(told(say('gone', 'worker')), 'pending 1/2', 'a deleted account does not count');
select is(told(say('gone', 'lead')), 'resolved 2/2', 'others do');
select is((select count(*) from rowlock.approval a where a.escalation_id = esc('gone')), 3::bigint, 'what it said is kept');

-- Claims
select needs('held', 2), needs('routed', 2, assigned_to => who('own'));
select hold('held', 'worker');
select refused($$select say('held', 'worker_two')$$, 'PT409', 'escalation_held', 'held', 'a row held by another waits for its holder');
select is(told(say('held', 'worker')), 'pending 1/2', 'who answers');
select is((select row(e.assigned_to, e.assigned_until, e.claimed_at, e.last_holder)::text from state_of('held') e), '(,,,)', 'and with that gives it back');
select is((last_event('held')).payload -> 'released', 'true', 'as the event tells');
select is((last_event('held')).assigned_to, who('worker'), 'which concerns the holder');
select is(told(say('held', 'worker_two')), 'resolved 2/2', 'so that another can answer');
select hold('routed', 'own');
select is(told(say('routed', 'own')), 'pending 1/2', 'who acts on own rows approves one');
select is((select row(e.assigned_to, e.assigned_until)::text from state_of('routed') e), row(who('own'), null::timestamptz)::text, 'and still has it, unlocked');
select needs('given', 2, assigned_to => who('filler')), lend('filler', 'own');
select hold('given', 'own');
select is(told(say('given', 'own')), 'pending 1/2', 'who claimed one for somebody approves it');
select is((select row(e.assigned_to, e.assigned_until)::text from state_of('given') e), row(who('filler'), null::timestamptz)::text, 'and gives it back to that person');
select is((last_event('given')).assigned_to, who('own'), 'which concerns who held it');
select is(told(rowlock.escalation_get(id => esc('given'), actor => who('filler'))), 'pending 1/2', 'the person sees it again');
delete from rowlock.delegation;
select refused($$select say('given', 'own')$$, 'PT403', 'escalation_write', 'write_scope', 'who acted for that person has nothing of it left');

-- Another role
select needs('moved', 2);
select say('moved', 'worker');
select rowlock.escalation_escalate(id => esc('moved'), target_role => 'engineer', actor => who('chief'));
select is((state_of('moved')).approvals, 0, 'in another role nobody has agreed yet');
select is(told(say('moved', 'engineer')), 'pending 1/2', 'what was said in the old one does not count');
select is(told(say('moved', 'chief')), 'resolved 2/2', 'what is said in the new one does');

select needs('back', 2);
select say('back', 'worker');
select rowlock.escalation_escalate(id => esc('back'), target_role => r, actor => who('chief')) from unnest('{engineer,reviewer}'::text[]) r;
select is(told(say('back', 'lead')), 'pending 1/2', 'a row that comes back has left behind what was said before it went');
select is(
  (select array_agg(a -> 'counts' order by a ->> 'answered_at')
   from jsonb_array_elements((rowlock.escalation_get_answer(result => state_of('back'))).body -> 'answers') a),
  '{false,true}', 'which is shown and does not count');
select is(told(say('back', 'worker')), 'resolved 2/2', 'until the same person says so again');

-- The rest of an answer
select needs('noted', 2);
select say('noted', 'worker', metadata => '{"seen": 1}');
select is((state_of('noted')).metadata, '{"seen": 1}', 'metadata is merged by each answer');
select is(told(say('noted', 'worker_two', metadata => '{"done": 1}')), 'resolved 2/2', 'also by the last');
select is((state_of('noted')).metadata, '{"seen": 1, "done": 1}', 'and all of it stays');
select due(n) from (select needs('late', 2), 'late' as n) n;
select refused($$select say('late', 'worker')$$, 'PT409', 'escalation_expired', 'expired', 'a row past its deadline takes no approval');

-- By key, whoever holds it
select needs('by key', 2, signal_key => 'wait');
select hold('by key', 'lead');
create function send(by text) returns rowlock.escalation language sql as $$
  select rowlock.escalation_resolve_by_signal_key(signal_key => 'wait', resolver_payload => '{"decision": "go"}', actor => who(send.by));
$$;
select is(told(send('worker')), 'pending 1/2', 'an answer by key counts too');
select is((state_of('by key')).assigned_to, who('lead'), 'and leaves the claim of another alone');
select is(
  (rowlock.escalation_resolve_by_signal_key_answer(result => state_of('by key'))).body - 'escalation',
  jsonb_build_object('resolved', false, 'signaled', false, 'approvals', 1, 'required', 2, 'escalation_id', esc('by key'), 'workflow_id', null),
  'HTTP is told how far it is');
select is(told(send('worker_two')), 'resolved 2/2', 'the second person settles it');

-- The same call again
select needs('again', 2);
create temp table first as select say('again', 'worker', idempotency_key => 'k') as row;
select is(say('again', 'worker', idempotency_key => 'k'), (select f.row from first f), 'an approval is repeated');
select say('again', 'worker_two');
select is(told(say('again', 'worker', idempotency_key => 'k')), 'pending 1/2', 'its result stays what it was');
select is(events_of('again'), '{created,approved,resolved}', 'and nothing is written');

select * from finish();
rollback;
