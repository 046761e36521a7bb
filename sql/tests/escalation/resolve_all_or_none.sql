begin;
\ir ../_fixtures.psql
select plan(42);

-- given(name, …): one answer of a set. settled(by, …): how many were resolved. blocked(by, …): which rows stood in the way.
create function given(name text, payload jsonb default '{"decision": "yes"}', digest text default null) returns jsonb language sql as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'id', coalesce(esc(name), '00000000-0000-4000-8000-000000000000'), 'resolver_payload', payload, 'expected_digest', digest));
$$;
create function items(variadic names text[]) returns jsonb language sql as $$
  select jsonb_agg(given(n) order by i) from unnest(names) with ordinality n (n, i);
$$;
create function settled(by text, items jsonb, require_claimed boolean default false) returns integer language sql as $$
  select cardinality(r.ids) from rowlock.escalation_resolve_all_or_none(
    items => settled.items, require_claimed => settled.require_claimed, actor => who(by)) r;
$$;
create function blocked(by text, items jsonb, require_claimed boolean default false) returns text[] language plpgsql as $$
declare
  v_detail jsonb; v_code text;
begin
  perform settled(by, items, require_claimed);
  return null;
exception when sqlstate 'PT409' then
  get stacked diagnostics v_detail = pg_exception_detail, v_code = constraint_name;
  return array[v_code] || array(
    select concat_ws(' ', coalesce(e.description, 'unknown'), f ->> 'reason')
    from jsonb_array_elements(v_detail -> 'failed') with ordinality f (f, n)
    left join rowlock.escalation e on e.id = (f.f ->> 'id')::uuid order by f.n);
end;
$$;
create function needs(name text, people integer, own boolean default false) returns rowlock.escalation language sql as $$
  select (rowlock.escalation_create(
    role => 'reviewer', type => 'approval', description => needs.name, approvals_required => people, no_self_approval => own,
    escalation_payload => '{"q": 1}', actor => who('chief'))).escalation;
$$;

-- All
select ask('a'), ask('b', signal_key => 'wait'), ask('c');
select hold('c', 'worker');
create temp table before as select last_seq() as seq;
select is(settled('worker', jsonb_build_array(given('c', '{"n": 3}'), given('a', '{"n": 1}'), given('b', '{"n": 2}'))), 3, 'every row is resolved');
select is(array[(state_of('a')).resolver_payload, (state_of('b')).resolver_payload, (state_of('c')).resolver_payload], array['{"n": 1}', '{"n": 2}', '{"n": 3}']::jsonb[],
  'each by its own answer, that of a waiter too');
select is(array(select v.subject_id::uuid from events_since((select seq from before)) v), array[esc('a'), esc('b'), esc('c')], 'and journaled once, in the order of the ids');
select is((last_event('b')).payload, jsonb_build_object('by', who('worker'), 'signal_key', 'wait', 'claim_no', 0), 'as a single answer is');

-- Or none
select ask(n) from unnest(array['free', 'mine', 'held', 'my lapsed', 'done', 'off', 'late']) n;
select ask('hidden', role => 'engineer');
select hold(n, 'worker') from unnest(array['mine', 'my lapsed']) n;
select hold('held', 'worker_two'), lapse('my lapsed'), due('late');
select rowlock.escalation_resolve(id => esc('done'), resolver_payload => '{}', actor => who('lead'));
select rowlock.escalation_cancel(id => esc('off'), actor => who('lead'));
create temp table mark as select last_seq() as seq;
select is(
  blocked('worker', items('free', 'held', 'mine', 'done', 'hidden', 'off', 'late', 'nowhere', 'my lapsed')),
  '{escalation_blocked,"held held","done resolved","hidden not_found","off cancelled","late expired","unknown not_found","my lapsed claim_lapsed"}',
  'the rows in the way are named with the reason, and no others');
select refused($$select settled('worker', items('free', 'held'))$$, 'PT409', 'escalation_blocked', 'blocked', 'one is enough');
select is(blocked('worker', items('free', 'mine', 'held'), true), '{escalation_blocked,"free not_claimed","held held"}', 'claims may be asked for');
select is(blocked('worker', items('my lapsed'), true), '{escalation_blocked,"my lapsed not_claimed"}', 'live ones');
select is(blocked('auditor', items('free', 'hidden')), '{escalation_blocked,"free write_scope","hidden not_found"}', 'a row that may be read and not answered is in the way too');
select is(blocked('chief', items('free', 'held')), '{escalation_blocked,"held held"}', 'claims bind a global caller too');
select is((select count(*) from events_since((select seq from mark))), 0::bigint, 'nothing is journaled');
select is(array[(state_of('free')).version, (state_of('mine')).version], '{1,2}', 'and nothing changed');
select is(settled('worker', items('mine'), true), 1, 'a live claim is enough');
select is(settled('worker', items('free'), null), 1, 'null asks for none');

-- Approvals, askers, digests
select needs('two', 2), needs('own', 1, true), ask('plain');
select is(blocked('worker', items('plain', 'two')), '{escalation_blocked,"two approvals_missing"}', 'a row that would stay open is in the way');
select is((select count(*) from rowlock.approval), 0::bigint, 'and gains no approval');
select rowlock.escalation_resolve(id => esc('two'), resolver_payload => '{"decision": "yes"}', actor => who('worker_two'));
select is(blocked('worker', jsonb_build_array(given('plain'), given('two', '{"decision": "no"}'))), '{escalation_blocked,"two approvals_missing"}', 'as it is when the last one disagrees');
select refused($$select settled('worker', jsonb_build_array(given('plain'), given('two', '{}')))$$, 'PT400', 'argument_invalid', 'missing', 'a decision is needed', 'resolver_payload.decision');
select refused($$select settled('robot', items('plain', 'two'))$$, 'PT403', 'escalation_not_person', 'not_person', 'of a person');
select is(settled('worker', items('plain', 'two')), 2, 'the last one who is needed settles it with the others');
select is((last_event('two')).payload ->> 'approvals', '2', 'and the event tells how many agreed');
select ask('plain two');
select refused($$select settled('chief', items('plain two', 'own'))$$, 'PT403', 'escalation_self_approval', 'self_approval', 'who asked may not answer');
select is(blocked('chief', items('own', 'held')), '{escalation_blocked,"own self_approval","held held"}', 'which is one reason among others');
select is(blocked('worker', jsonb_build_array(given('plain two'), given('own', digest => repeat('0', 64)))), '{escalation_blocked,"own question_changed"}', 'another question is in the way');
select is(settled('worker', jsonb_build_array(given('plain two'), given('own', digest => encode(sha256('{"q": 1}'), 'hex')))), 2, 'the one that was read is not');

-- Arguments
create function place(items jsonb, reason text, place text, label text) returns text language sql as $$
  select refused(format('select settled(%L, %L)', 'worker', items), 'PT400', 'argument_invalid', reason, label, place);
$$;
select ask('open');
select place(v::jsonb, 'not_items', 'items', format('%s is no list of items', v)) from unnest(array['[]', '{}', '"x"', 'null']) v;
select place(null, 'missing', 'items', 'no list is refused');
select place(jsonb_build_array(given('open')) || (select jsonb_agg(given('open')) from generate_series(1, 100)), 'not_items', 'items', 'more than 100 are refused');
select place('[7]', 'not_object', 'items[0]', 'an item is an object');
select place(jsonb_build_array(given('open'), '{"resolver_payload": {}}'::jsonb), 'not_id', 'items[1].id', 'an item has an id');
select place('[{"id": 7, "resolver_payload": {}}]', 'not_id', 'items[0].id', 'which is one');
select place(jsonb_build_array(given('open') - 'resolver_payload'), 'missing', 'items[0].resolver_payload', 'an item has an answer');
select place(jsonb_build_array(given('open', '[]')), 'not_object', 'items[0].resolver_payload', 'which is an object');
select place(jsonb_build_array(given('open', digest => 'x')), 'not_digest', 'items[0].expected_digest', 'a digest is one');
select place(jsonb_build_array(given('open') || '{"payload": 1}'), 'unknown', 'items[0].payload', 'an unknown key is refused');
select place(jsonb_build_array(given('open'), given('open')), 'repeated', 'items[1].id', 'a row comes once');
select place(jsonb_build_array(given('open') || '{"resolverPayload": {}}'), 'repeated', 'items[0].resolver_payload', 'a key comes in one spelling');
select is(settled('worker', jsonb_build_array(jsonb_build_object('id', upper(esc('open')::text), 'resolverPayload', '{}'::jsonb))), 1, 'in either');
select refused($$select settled('suspended', items('held'))$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
