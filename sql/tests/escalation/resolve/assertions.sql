-- Somebody else than who asked, and the question as it was read.
begin;
\ir ../../_fixtures.psql
select plan(26);

-- asked(name, by, …): a row that its creator and initiator may not answer. answer(name, by, …): an answer to it.
create function asked(
  name text, by text, initiated_by text default null, people integer default 1, signal_key text default null, payload jsonb default null
) returns rowlock.escalation language sql as $$
  select (rowlock.escalation_create(
    role => 'reviewer', type => 'approval', description => asked.name, no_self_approval => true, signal_key => asked.signal_key,
    initiated_by => asked.initiated_by, approvals_required => people, escalation_payload => payload, actor => who(by))).escalation;
$$;
create function answer(name text, by text, digest text default null) returns rowlock.escalation language sql as $$
  select rowlock.escalation_resolve(
    id => esc(answer.name), resolver_payload => '{"decision": "yes"}', expected_digest => digest, actor => who(by));
$$;

select asked('mine', 'worker'), asked('by name', 'chief', 'worker'), asked('by id', 'chief', who('worker')::text), asked('by ID', 'chief', upper(who('worker')::text)),
  asked('by nobody', 'chief', 'nightly'), asked('by key', 'worker', signal_key => 'own'), asked('two', 'worker', people => 2);
select refused(format($$select answer(%L, 'worker')$$, n), 'PT403', 'escalation_self_approval', 'self_approval', format('%s: not by the asker', n))
from unnest(array['mine', 'by name', 'by id', 'by ID', 'two']) n;
select refused($$select rowlock.escalation_resolve_by_signal_key(signal_key => 'own', resolver_payload => '{}', actor => who('worker'))$$,
  'PT403', 'escalation_self_approval', 'self_approval', 'nor by key');
select refused($$select answer('by name', 'chief')$$, 'PT403', 'escalation_self_approval', 'self_approval', 'who creates for another asks too');
select is((select count(*) from rowlock.event v where v.topic <> 'escalation.created' and v.topic like 'escalation.%'), 0::bigint, 'a refusal leaves no event');
select is((select count(*) from rowlock.approval), 0::bigint, 'and no approval');
select is((answer(n, 'worker_two')).status, 'resolved', format('%s: by another', n)) from unnest(array['mine', 'by name', 'by id', 'by nobody', 'by key']) n;
select answer('two', 'worker_two');
select is((answer('two', 'lead')).status, 'resolved', 'two: by two others');
select lives_ok($$select ask('plain'); select answer('plain', 'chief')$$, 'other rows may be answered by their creator');
select hold('held', 'worker_two') from (select asked('held', 'worker')) a;
select refused($$select answer('held', 'worker')$$, 'PT409', 'escalation_held', 'held', 'a claim is told of first');

-- The digest
select asked('question', 'chief', payload => '{"order": 7, "at": "9:00"}'), asked('no question', 'chief');
select is((state_of('question')).question_sha256, sha256(convert_to((state_of('question')).escalation_payload::text, 'UTF8')), 'a question has a digest');
create view digest as
select rowlock._escalation_record(state_of('question')) ->> 'digest' as told, rowlock._escalation_record(state_of('question')) ->> 'escalation_payload' as payload;
select is((select told from digest), (select encode(sha256(payload::bytea), 'hex') from digest), 'the record tells that of the payload which it shows');
select is((state_of('no question')).question_sha256, null, 'no question has none');
select refused($$select answer('question', 'worker', repeat('0', 64))$$, 'PT409', 'escalation_question_changed', 'question_changed', 'another question is refused');
select refused($$select answer('no question', 'worker', repeat('0', 64))$$, 'PT409', 'escalation_question_changed', 'question_changed', 'also where there is none');
select refused(format($$select answer('question', 'worker', %L)$$, d), 'PT400', 'argument_invalid', 'not_digest', format('%L is no digest', d), 'expected_digest')
from unnest(array['', 'x']) d;
update rowlock.escalation e set question_sha256 = null where e.description = 'question';
select is((select told from digest), encode(sha256('{"at": "9:00", "order": 7}'), 'hex'), 'a row of before the column has the digest of its payload');
select is((answer('question', 'worker', upper((select told from digest)))).status, 'resolved', 'the question as it was read is answered');

select * from finish();
rollback;
