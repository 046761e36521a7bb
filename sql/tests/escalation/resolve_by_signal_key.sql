begin;
\ir ../_fixtures.psql
select plan(34);

select ask(n, signal_key => n) from unnest(array['free', 'held', 'lapsed', 'due', 'done', 'off']) n;
select ask('other', role => 'engineer', signal_key => 'other');
select hold('held', 'worker_two'), hold('lapsed', 'worker');
select lapse('lapsed'), due('due');
select rowlock.escalation_cancel(id => esc('off'), actor => who('worker'));

select is(
  (select r.id from rowlock.escalation_resolve_by_signal_key(signal_key => 'free', resolver_payload => '{"ok": 1}',
    metadata => '{"note": "x"}', actor => who('worker')) r),
  esc('free'), 'the row of the key is answered');
select is((state_of('free')).status, 'resolved', 'it is resolved');
select is((state_of('free')).resolver_payload, '{"ok": 1}', 'the payload is stored');
select is((state_of('free')).metadata, '{"note": "x"}', 'the metadata is merged');
select is(events_of('free'), '{created,resolved}', 'the answer is journaled');
select is((last_event('free')).payload ->> 'signal_key', 'free', 'the event tells the key');
select is(
  (select (a.body ->> 'signaled')::boolean from rowlock.escalation_resolve_by_signal_key_answer(result => state_of('free')) a),
  true, 'the answer says that a waiter was told');

-- Claims do not matter
select is(
  (rowlock.escalation_resolve_by_signal_key(signal_key => 'held', resolver_payload => '{}', actor => who('worker'))).resolved_by,
  who('worker'), 'a row that somebody else holds is answered by key');
select is((state_of('held')).assigned_to, who('worker_two'), 'the claim stays for the audit');
select lives_ok($$select rowlock.escalation_resolve_by_signal_key(signal_key => 'lapsed', resolver_payload => '{}', actor => who('worker'))$$,
  'one''s own lapsed claim is no obstacle by key');

-- Refusals
select refused($$select rowlock.escalation_resolve_by_signal_key(signal_key => 'free', resolver_payload => '{}', actor => who('worker'))$$,
  'PT409', 'escalation_resolved', 'resolved', 'a key is answered once');
select is((state_of('free')).resolver_payload, '{"ok": 1}', 'a refused answer changes nothing');
select refused($$select rowlock.escalation_resolve_by_signal_key(signal_key => 'due', resolver_payload => '{}', actor => who('worker'))$$,
  'PT409', 'escalation_expired', 'expired', 'a row past its deadline is closed before any sweep');
select refused($$select rowlock.escalation_resolve_by_signal_key(signal_key => 'off', resolver_payload => '{}', actor => who('worker'))$$,
  'PT409', 'escalation_cancelled', 'cancelled', 'a cancelled row is refused');
select refused($$select rowlock.escalation_resolve_by_signal_key(signal_key => 'unknown', resolver_payload => '{}', actor => who('worker'))$$,
  'PT404', 'escalation_exists', 'not_found', 'an unknown key does not exist');
select refused($$select rowlock.escalation_resolve_by_signal_key(signal_key => 'other', resolver_payload => '{}', actor => who('worker'))$$,
  'PT404', 'escalation_exists', 'not_found', 'a key of a hidden row does not exist');
select refused($$select rowlock.escalation_resolve_by_signal_key(signal_key => 'done', namespace => 'n', resolver_payload => '{}', actor => who('worker'))$$,
  'PT404', 'escalation_exists', 'not_found', 'the key of another namespace does not exist');
select refused($$select rowlock.escalation_resolve_by_signal_key(signal_key => 'done', resolver_payload => '{}', actor => who('auditor'))$$,
  'PT403', 'escalation_write', 'write_scope', 'who only reads may not answer');
select refused($$select rowlock.escalation_resolve_by_signal_key(signal_key => 'done', resolver_payload => '{}', actor => who('suspended'))$$,
  'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
select refused(format($$select rowlock.escalation_resolve_by_signal_key(signal_key => %L, resolver_payload => '{}', namespace => %L,
    app_id => %L, actor => who('worker'))$$, k, n, a), 'PT400', 'argument_invalid', 'missing', format('%s is required', f), f)
from (values ('', 'n', 'a', 'signal_key'), (null, 'n', 'a', 'signal_key'), ('k', null, 'a', 'namespace'), ('k', 'n', null, 'app_id'))
  v (k, n, a, f);
select refused(format($$select rowlock.escalation_resolve_by_signal_key(signal_key => 'done', resolver_payload => %L, actor => who('worker'))$$, p),
  'PT400', 'argument_invalid', r, format('the payload %s is refused', p), 'resolver_payload')
from (values (null, 'missing'), ('[]', 'not_object'), ('"x"', 'not_object'), ('null', 'not_object')) v (p, r);
select is((state_of('done')).status, 'pending', 'none of these touched the row');

-- Under a key the same call again gets the first result
create function keyed(signal_key text, payload jsonb, key text default 'k') returns rowlock.escalation language sql as $$
  select rowlock.escalation_resolve_by_signal_key(
    signal_key => keyed.signal_key, resolver_payload => keyed.payload, idempotency_key => keyed.key, actor => who('worker'));
$$;
select is((keyed('done', '{"a": 1}')).version, 2, 'the row of the key is answered');
select is((keyed('done', '{"a": 1}')).version, 2, 'the same call again returns the first result');
select is(events_of('done'), '{created,resolved}', 'and leaves no event');
select refused($$select keyed('done', '{"a": 2}')$$, 'PT409', 'idempotency_mismatch', 'mismatch', 'another payload is another request');
select refused($$select keyed('done', '{"a": 1}', 'l')$$, 'PT409', 'escalation_resolved', 'resolved', 'another key is another call');
select refused($$select rowlock.escalation_resolve(id => esc('done'), resolver_payload => '{"a": 1}', idempotency_key => 'k', actor => who('worker'))$$,
  'PT409', 'escalation_resolved', 'resolved', 'a key is one verb''s');

select * from finish();
rollback;
