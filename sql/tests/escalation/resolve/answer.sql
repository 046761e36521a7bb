begin;
\ir ../../_fixtures.psql
select plan(88);

-- answer(name, by, …): the worker's usual call.
create function answer(name text, by text, expected_claim_no integer default null, metadata jsonb default null)
returns rowlock.escalation language sql as $$
  select rowlock.escalation_resolve(
    id => esc(answer.name), resolver_payload => '{"ok": true}', metadata => answer.metadata,
    expected_claim_no => answer.expected_claim_no, actor => who(answer.by));
$$;

-- The liveness table: what the row is, who answers, what happens
select ask(n) from unnest(array['free', 'held by me', 'held by another', 'my lapsed', 'my swept', 'their lapsed', 'their swept', 'mine, then theirs']) n;
select ask('routed to me', assigned_to => who('worker')), ask('routed to another', assigned_to => who('filler'));
select hold(n, 'worker') from unnest(array['held by me', 'my lapsed', 'my swept', 'mine, then theirs']) n;
select hold(n, 'worker_two') from unnest(array['held by another', 'their lapsed', 'their swept']) n;
select lapse('my swept'), lapse('their swept'), lapse('mine, then theirs');
select rowlock.escalation_release_expired(actor => who('lead'));
select hold('mine, then theirs', 'worker_two');
select lapse('my lapsed'), lapse('their lapsed'), lapse('mine, then theirs');

select refused($$select answer('held by another', 'worker')$$, 'PT409', 'escalation_held', 'held', 'a row held by another is refused');
select refused($$select answer('held by another', 'chief')$$, 'PT409', 'escalation_held', 'held', 'liveness binds a global caller too');
select refused($$select answer('my lapsed', 'worker')$$, 'PT409', 'escalation_claim_lapsed', 'claim_lapsed', 'my own lapsed claim is refused');
select refused($$select answer('my swept', 'worker')$$, 'PT409', 'escalation_claim_lapsed', 'claim_lapsed', 'my own swept claim is refused');
select is(events_of('my lapsed'), '{created,claimed}', 'a refused answer leaves no event');
select is((state_of('my lapsed')).resolver_payload, null, 'a refused answer writes nothing');
select is((answer(n, 'worker')).status, 'resolved', format('%s: answered', n))
from unnest(array['free', 'routed to me', 'routed to another', 'held by me', 'their lapsed', 'their swept', 'mine, then theirs']) n;
select is((answer('my lapsed', 'worker_two')).status, 'resolved', 'a claim that lapsed for me is open to another');
select hold('my swept', 'worker');
select is((answer('my swept', 'worker')).status, 'resolved', 'claiming again makes the answer good');

-- What the winner stamps
select is(
  (select row(e.resolved_by, e.resolver_payload, e.version)::text from state_of('free') e),
  row(who('worker'), '{"ok": true}'::jsonb, 2)::text, 'the winner, the payload and the next version are stamped');
select is((state_of('free')).resolved_at, (state_of('free')).ended_at, 'the row ended when it was resolved');
select is((state_of('held by me')).assigned_to, who('worker'), 'the claim fields stay for the audit');
select is((state_of('held by me')).claim_no, 1, 'the number stays for the audit');
select is(events_of('free'), '{created,resolved}', 'an answer is journaled');
select is((last_event('free')).actor, who('worker'), 'the event tells who answered');
select is((last_event('free')).occurred_at, (state_of('free')).resolved_at, 'the event happened when the row was resolved');
select unalike((last_event('free')).payload::text, '%ok%', 'the event carries no answer');
select ask('clock');
update rowlock.escalation set created_at = clock_timestamp() + interval '1 hour' where description = 'clock';
select is((answer('clock', 'worker')).ended_at, (state_of('clock')).created_at, 'a clock that stepped back fails no answer: the row ends no earlier than it began');

-- Once only
select refused($$select answer('free', 'worker_two')$$, 'PT409', 'escalation_resolved', 'resolved', 'a second answer is refused');
select refused($$select answer('free', 'worker', metadata => '{"late": 1}')$$, 'PT409', 'escalation_resolved', 'resolved', 'also from the same person');
select is((state_of('free')).metadata, '{}', 'a loser writes nothing, not even metadata');
select ask('due'), ask('off'), due('due');
select rowlock.escalation_cancel(id => esc('off'), actor => who('worker'));
select refused($$select answer('due', 'worker')$$, 'PT409', 'escalation_expired', 'expired', 'a row past its deadline is closed before any sweep');
select refused($$select answer('off', 'worker')$$, 'PT409', 'escalation_cancelled', 'cancelled', 'a cancelled row is refused');

-- The fencing token
select ask('fenced'), ask('unclaimed'), hold('fenced', 'worker');
select refused($$select answer('fenced', 'worker', expected_claim_no => 2)$$, 'PT409', 'escalation_stale_claim', 'stale_claim', 'another number is refused');
select lapse('fenced'), hold('fenced', 'worker');
select refused($$select answer('fenced', 'worker', expected_claim_no => 1)$$, 'PT409', 'escalation_stale_claim', 'stale_claim', 'the number of an earlier claim of the same person is refused');
select refused($$select answer('fenced', 'worker_two', expected_claim_no => 2)$$, 'PT409', 'escalation_stale_claim', 'stale_claim', 'the number of another''s claim is refused');
select refused($$select answer('unclaimed', 'worker', expected_claim_no => 0)$$, 'PT409', 'escalation_stale_claim', 'stale_claim', 'a free row is no live claim under any number');
select lapse('fenced');
select refused($$select answer('fenced', 'worker', expected_claim_no => 2)$$, 'PT409', 'escalation_stale_claim', 'stale_claim', 'a lapsed claim is not live under its number');
select hold('fenced', 'worker');
select is((answer('fenced', 'worker', expected_claim_no => 3)).status, 'resolved', 'the number of the live claim is accepted');

-- Metadata is merged, shallowly
select ask('facets');
update rowlock.escalation set metadata = '{"a": {"x": 1}, "b": 1}' where description = 'facets';
select is((answer('facets', 'worker', metadata => '{"a": {"y": 2}, "c": null}')).metadata, '{"a": {"y": 2}, "b": 1, "c": null}', 'given keys replace, others stay');
select ask('open');
select refused(format($$select answer('open', 'worker', metadata => %L)$$, m), 'PT400', 'argument_invalid', r, format('the metadata %s is refused', m), 'metadata')
from (values ('[]', 'not_object'), ('{"schema_version": 1}', 'reserved_key'), ('{"form_schema": {}}', 'reserved_key')) v (m, r);
select refused($$select answer('open', 'worker', metadata => jsonb_build_object('k', repeat('x', 32768)))$$, 'PT400', 'argument_invalid', 'too_large', 'metadata beyond 32 KiB is refused', 'metadata');
update rowlock.escalation set metadata = jsonb_build_object('k', repeat('x', 20000)) where description = 'open';
select refused($$select answer('open', 'worker', metadata => jsonb_build_object('l', repeat('x', 20000)))$$, 'PT400', 'argument_invalid', 'too_large', 'metadata that is too large once merged is refused', 'metadata');

-- The payload
select refused(format($$select rowlock.escalation_resolve(id => esc('open'), resolver_payload => %L, actor => who('worker'))$$, p),
  'PT400', 'argument_invalid', r, format('the payload %s is refused', p), 'resolver_payload')
from (values (null, 'missing'), ('[]', 'not_object'), ('"x"', 'not_object'), ('1', 'not_object'), ('null', 'not_object')) v (p, r);
select refused($$select rowlock.escalation_resolve(id => esc('open'), resolver_payload => jsonb_build_object('k', repeat('x', 262144)), actor => who('worker'))$$,
  'PT400', 'argument_invalid', 'too_large', 'a payload beyond 256 KiB is refused', 'resolver_payload');
select refused($$select rowlock.escalation_resolve(id => gen_random_uuid(), resolver_payload => '[]', actor => who('worker'))$$,
  'PT400', 'argument_invalid', 'not_object', 'the payload is checked before the row is looked for', 'resolver_payload');

-- Who may
select refused($$select rowlock.escalation_resolve(id => gen_random_uuid(), resolver_payload => '{}', actor => who('worker'))$$,
  'PT404', 'escalation_exists', 'not_found', 'an unknown id does not exist');
select refused($$select rowlock.escalation_resolve(id => null, resolver_payload => '{}', actor => who('worker'))$$,
  'PT400', 'argument_invalid', 'missing', 'no id is refused', 'id');
select refused(format($$select answer('free', %L)$$, n), 'PT404', 'escalation_exists', 'not_found', format('to %s an ended row that is hidden does not exist', n))
from unnest(array['filler', 'watcher', 'engineer', 'nobody']) n;
select refused(format($$select answer('free', %L)$$, n), 'PT403', 'escalation_write', 'write_scope', format('%s is told of the scope before the status', n))
from unnest(array['own', 'auditor']) n;
select ask('for_filler', assigned_to => who('filler')), ask('for_watcher', assigned_to => who('watcher'));
select is((answer('for_filler', 'filler')).resolved_by, who('filler'), 'who acts on own rows answers what is assigned to them');
select refused($$select answer('for_watcher', 'watcher')$$, 'PT403', 'escalation_write', 'write_scope', 'a watcher may not answer even own rows');
select refused($$select answer('open', 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
select is((state_of('open')).status, 'pending', 'none of these touched the row');

-- Under a key the same call again gets the first result
create function keyed(
  name text, by text, key text, payload jsonb default '{"ok": true}', metadata jsonb default null, expected_claim_no integer default null
) returns rowlock.escalation language sql as $$
  select rowlock.escalation_resolve(
    id => esc(keyed.name), resolver_payload => keyed.payload, metadata => keyed.metadata,
    expected_claim_no => keyed.expected_claim_no, idempotency_key => keyed.key, actor => who(keyed.by));
$$;
create function kept(by text, key text) returns bigint language sql as $$
  select count(*) from rowlock.idempotency i where i.actor = who(kept.by) and i.key = kept.key;
$$;
select ask(n) from unnest(array['retried', 'next', 'third', 'fourth', 'refused', 'moved', 'old']) n;
select hold('retried', 'worker');
select is((select count(*) from rowlock.idempotency), 0::bigint, 'calls without a key leave none');
create table first_result as select (keyed('retried', 'worker', 'k', '{"a": 1, "b": [1, 2]}', expected_claim_no => 1)).*;
select is(kept('worker', 'k'), 1::bigint, 'the call is kept under its key');
select is(to_jsonb(keyed('retried', 'worker', 'k', '{"b": [1, 2], "a": 1}', expected_claim_no => 1)), (select to_jsonb(f) from first_result f),
  'the same call again returns the first result');
select is(events_of('retried'), '{created,claimed,resolved}', 'and leaves no event');
select is((state_of('retried')).version, 3, 'nor a change of the row');
select refused($$select answer('retried', 'worker', expected_claim_no => 1)$$, 'PT409', 'escalation_resolved', 'resolved', 'the same call without the key is refused');
select refused($$select keyed('retried', 'worker', 'l', '{"a": 1, "b": [1, 2]}', expected_claim_no => 1)$$, 'PT409', 'escalation_resolved', 'resolved',
  'and so it is under another key');
select is(kept('worker', 'l'), 0::bigint, 'a refused call keeps no key');
select refused(format($$select keyed(%L, 'worker', 'k', %L, %L, %L)$$, n, p, m, c), 'PT409', 'idempotency_mismatch', 'mismatch', l || ' is another request')
from (values
  ('next', '{"a": 1, "b": [1, 2]}', null, 1, 'another row'), ('retried', '{"a": 2, "b": [1, 2]}', null, 1, 'another payload'),
  ('retried', '{"a": 1, "b": [1, 2]}', '{}', 1, 'metadata'), ('retried', '{"a": 1, "b": [1, 2]}', null, null, 'no number of a claim')) v (n, p, m, c, l);
select is((state_of('next')).status, 'pending', 'and is not made');
select is((keyed('next', 'worker_two', 'k')).status, 'resolved', 'a key is its caller''s own');
select is((keyed('third', 'worker', 'K')).status, 'resolved', 'and is taken to the letter');
select refused($$select keyed('next', 'nobody', 'n')$$, 'PT404', 'escalation_exists', 'not_found', 'a key opens no row that cannot be read');
select refused($$select keyed('refused', 'auditor', 'r')$$, 'PT403', 'escalation_write', 'write_scope', 'nor one that may not be acted on');
select is((keyed('refused', 'worker', 'r')).status, 'resolved', 'a key is free after a refusal');
update rowlock.membership set read_scope = 'self', write_scope = 'self' where user_id = who('worker_two');
select refused($$select keyed('next', 'worker_two', 'k')$$, 'PT404', 'escalation_exists', 'not_found', 'who may not read the row any more is not told the result again');
select refused($$select keyed('old', 'worker', '')$$, 'PT400', 'argument_invalid', 'missing', 'an empty key is refused', 'idempotency_key');
select refused($$select keyed('old', 'worker', repeat('x', 201))$$, 'PT400', 'argument_invalid', 'too_long', 'a key of more than 200 characters is refused', 'idempotency_key');
select unalike((select string_agg(i::text, '') from rowlock.idempotency i), '%ok%', 'no payload is kept');

-- Keys lapse after a day, and are removed a few a call
update rowlock.idempotency set expires_at = clock_timestamp();
insert into rowlock.idempotency
select who('lead'), 'escalation_resolve', n::text, sha256('x'), esc('old'), clock_timestamp() - make_interval(mins => n) from generate_series(1, 15) n;
select is((keyed('old', 'worker', 'k')).status, 'resolved', 'a key that lapsed is free for another request');
select is((select array_agg(i.key::integer order by i.key::integer) from rowlock.idempotency i where i.actor = who('lead')), '{1,2,3,4,5}', 'each new key removes ten, the oldest first');
select ok((select i.expires_at > clock_timestamp() + interval '23 h' from rowlock.idempotency i where i.actor = who('worker') and i.key = 'k'), 'and holds a day');

create temp table scans as select pg_stat_get_xact_numscans('rowlock.idempotency'::regclass) as n;
select is((keyed('fourth', 'worker', 'm')).status, 'resolved', 'a session that made its plans when the table was small makes another call');
select is(pg_stat_get_xact_numscans('rowlock.idempotency'::regclass), (select s.n from scans s), 'and walks no table for it');

-- The answer to HTTP
select is(
  (select a.body - 'escalation' from rowlock.escalation_resolve_answer(result => state_of('free')) a),
  jsonb_build_object('resolved', true, 'signaled', false, 'escalation_id', esc('free'), 'workflow_id', null),
  'the answer says that it was resolved and that nobody waits');

select * from finish();
rollback;
