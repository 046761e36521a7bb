begin;
\ir ../_fixtures.psql
select plan(46);

-- tag(name, metadata, …): a row with facets. answer(key, value, by, …): an answer to the best row with one.
create function tag(
  name text, metadata jsonb, priority integer default 2, role text default 'reviewer', signal_key text default null,
  people integer default 1, own boolean default false
) returns rowlock.escalation language sql as $$
  select (rowlock.escalation_create(
    role => tag.role, type => 'approval', description => tag.name, priority => tag.priority, metadata => tag.metadata,
    signal_key => tag.signal_key, approvals_required => people, no_self_approval => own, actor => who('chief'))).escalation;
$$;
create function answer(
  key text, value jsonb, by text default 'worker', metadata jsonb default null, idempotency_key text default null, digest text default null
) returns rowlock.escalation language sql as $$
  select rowlock.escalation_resolve_by_metadata(
    key => answer.key, value => answer.value, resolver_payload => '{"decision": "yes"}', metadata => answer.metadata,
    idempotency_key => answer.idempotency_key, expected_digest => digest, actor => who(by));
$$;

-- The most urgent, and only that one
select tag('late', '{"region": "north"}', 3), tag('urgent', '{"region": "north", "n": 1}', 1), tag('old', '{"region": "north"}'), tag('new', '{"region": "north"}'),
  tag('elsewhere', '{"region": "south"}', 1), tag('hidden', '{"region": "north"}', 1, 'engineer');
create temp table first as select f.* from answer('region', '"north"', metadata => '{"done": true}') f;
select is((select f.description from first f), 'urgent', 'the most urgent match in scope is answered');
select is((select row(f.status, f.resolved_by, f.resolver_payload)::text from first f), row('resolved', who('worker'), '{"decision": "yes"}')::text, 'and really resolved');
select is((select f.metadata from first f), '{"region": "north", "n": 1, "done": true}', 'metadata is merged');
select is((select row(f.assigned_to, f.claim_no, f.last_holder)::text from first f), row(who('worker'), 1, who('worker'))::text, 'a free row is claimed with it');
select is((select f.claimed_at from first f), (select f.resolved_at from first f), 'for no time at all');
select is(events_of('urgent'), '{created,resolved}', 'one event tells of both');
select is((last_event('urgent')).payload, jsonb_build_object('by', who('worker'), 'claim_no', 1), 'with the number of that claim');
select is((select f::text from first f), state_of('urgent')::text, 'the row comes back as it is stored');
select is((answer('region', '"north"')).description, n, format('then %s', n)) from unnest(array['old', 'new', 'late']) n;
select refused($$select answer('region', '"north"')$$, 'PT404', 'escalation_exists', 'not_found', 'what is out of scope is not found');
select is((state_of('hidden')).status, 'pending', 'and stays as it is');

-- Values by type
select tag('number', '{"size": 1}'), tag('text', '{"size": "1"}'), tag('boolean', '{"size": true}'), tag('list', '{"size": ["1", 1]}'), tag('none', '{"size": null}');
select is((answer('size', v::jsonb)).description, n, format('%s finds the %s', v, n))
from (values ('"1"', 'text'), ('1.0', 'number'), ('true', 'boolean')) t (v, n);
select refused(format($$select answer('size', %L)$$, v), 'PT404', 'escalation_exists', 'not_found', format('%s finds nothing any more', v))
from unnest(array['1', '"1"', 'true', 'false', '"true"', '0']) v;
select refused(format($$select answer('size', %L)$$, v), 'PT400', 'argument_invalid', 'not_scalar', format('%s is no value', coalesce(v, 'null')), 'value')
from unnest(array['null', '{}', '["1"]']) v;
select refused($$select answer('size', null)$$, 'PT400', 'argument_invalid', 'missing', 'no value is none', 'value');
select refused($$select answer('a.b', '1')$$, 'PT400', 'argument_invalid', 'not_facet_key', 'a key has letters, digits and underscores', 'key');

-- Claims
select tag(n, format('{"desk": %s}', to_json(n))::jsonb) from unnest(array['mine', 'theirs', 'lapsed', 'my lapsed', 'my swept']) n;
select hold(n, 'worker') from unnest(array['mine', 'my lapsed', 'my swept']) n;
select hold(n, 'worker_two') from unnest(array['theirs', 'lapsed']) n;
select lapse('my swept'), rowlock.escalation_release_expired(actor => who('lead'));
select lapse('lapsed'), lapse('my lapsed');
select refused($$select answer('desk', '"theirs"')$$, 'PT409', 'escalation_held', 'held', 'a row that another holds is not taken from them');
select refused($$select answer('desk', '"theirs"', 'chief')$$, 'PT409', 'escalation_held', 'held', 'by nobody');
select is((answer('desk', to_jsonb(n))).claim_no, no, format('%s: number %s', n, no)) from (values ('mine', 1), ('lapsed', 2), ('my lapsed', 2), ('my swept', 2)) t (n, no);
select tag('next', '{"desk": "theirs"}', 4);
select is((answer('desk', '"theirs"')).description, 'next', 'a less urgent row that is free is answered before one that is held');
select tag('gone', '{"desk": "gone"}');
select due('gone');
select refused($$select answer('desk', '"gone"')$$, 'PT404', 'escalation_exists', 'not_found', 'a row past its deadline is no match');

-- Waiters, approvals, askers, digests
select tag('wait', '{"k": "wait"}', signal_key => 'w'), tag('two', '{"k": "two"}', people => 2), tag('own', '{"k": "own"}', own => true);
select is((rowlock.escalation_resolve_by_metadata_answer(result => answer('k', '"wait"'))).body ->> 'signaled', 'true', 'a waiter is told');
select is((answer('k', '"two"', metadata => '{"seen": 1}')).approvals, 1, 'a row for two is left open');
select is((state_of('two')).metadata, '{"k": "two", "seen": 1}', 'with the metadata merged');
select is((state_of('two')).assigned_to, null, 'and nobody holding it');
select is((answer('k', '"two"', 'lead')).status, 'resolved', 'until another agrees');
select refused($$select answer('k', '"own"', 'chief')$$, 'PT403', 'escalation_self_approval', 'self_approval', 'who asked may not answer');
select refused($$select answer('k', '"own"', digest => repeat('0', 64))$$, 'PT409', 'escalation_question_changed', 'question_changed', 'another question is refused');

-- The same call again, and who may
select tag('one', '{"q": 1}'), tag('other', '{"q": 1}');
create temp table kept as select answer('q', '1', idempotency_key => 'key') as row;
select is(answer('q', '1', idempotency_key => 'key'), (select k.row from kept k), 'the same call again gets the first answer');
select is((state_of('other')).status, 'pending', 'and answers no other row');
select refused($$select answer('q', '1', n) from unnest(array['auditor']) n$$, 'PT404', 'escalation_exists', 'not_found', 'a reader without write scope has no match');
select refused($$select answer('q', '1', 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
