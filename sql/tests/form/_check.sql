-- What enforcement refuses, by which schema, in which order of checks; and what it reads where nothing is enforced.
begin;
\ir ../_fixtures.psql
select plan(36);

-- asks(patch): what reviewer asks. answer(name, payload): the worker's answer. told(name, payload): its refusal, in short.
create function asks(patch jsonb, role text default 'reviewer') returns integer language sql as $$
  select ((rowlock.role_patch(role => asks.role, patch => asks.patch, actor => who('chief'))).role).current_schema_version;
$$;
create function answer(name text, payload jsonb default '{}', by text default 'worker') returns rowlock.escalation language sql as $$
  select rowlock.escalation_resolve(id => esc(answer.name), resolver_payload => answer.payload, actor => who(answer.by));
$$;
create function told(statement text) returns text language plpgsql as $$
declare
  v_detail jsonb;
begin
  execute statement;
  return 'answered';
exception when sqlstate 'PT422' then
  get stacked diagnostics v_detail = pg_exception_detail;
  return format('%s %s: %s', coalesce(v_detail ->> 'role', '-'), coalesce(v_detail ->> 'schema_version', '-'), (
    select string_agg(concat_ws(' ', v.value ->> 'field', (select e.description from rowlock.escalation e where e.id::text = v.value ->> 'escalation_id')), ', ' order by v.n)
    from jsonb_array_elements(v_detail -> 'violations') with ordinality v (value, n)));
end;
$$;

-- One row
select ask(n) from unnest(array['free', 'held', 'lapsed', 'done', 'due', 'good', 'mine', 'meta']) n;
select hold('held', 'worker_two'), hold('lapsed', 'worker'), lapse('lapsed'), due('due'), hold('mine', 'worker');
select answer('done');
select asks('{"form_schema": {"required": ["a", "b"], "properties": {"a": {}, "b": {"type": "number"}}}}') as first \gset
select is((answer('good', '{"a": 1}')).status, 'resolved', 'a form that is not enforced takes anything');
select asks('{"enforce_schema": true}');
select refused($$select answer('free')$$, 'PT422', 'schema_validation', 'schema_validation', 'an answer that breaks the form is refused');
select is(told($$select answer('free', '{"b": "x"}')$$), format('reviewer %s: a free, b free', :first), 'all that is wrong is told, with the role and its version');
select is(events_of('free'), '{created}', 'a refused answer leaves no event');
select is((state_of('free')).resolver_payload, null, 'and nothing of it is stored');
select is((state_of('free')).version, 1, 'and the row is as it was');
select is((state_of('mine')).assigned_to, who('worker'), 'a claim stays');
select refused($$select rowlock.escalation_resolve(id => esc('meta'), resolver_payload => '{}', metadata => '{"k": 1}', actor => who('worker'))$$,
  'PT422', 'schema_validation', 'schema_validation', 'with metadata it is refused, too');
select is((state_of('meta')).metadata, '{}', 'which are not merged');
select refused(format($$select answer(%L, '{}', %L)$$, n, b), state, code, reason, format('%s of %s is told of %s before the form', b, n, reason))
from (values ('free', 'nobody', 'PT404', 'escalation_exists', 'not_found'), ('free', 'auditor', 'PT403', 'escalation_write', 'write_scope'),
  ('done', 'worker', 'PT409', 'escalation_resolved', 'resolved'), ('due', 'worker', 'PT409', 'escalation_expired', 'expired'), ('held', 'worker', 'PT409', 'escalation_held', 'held'),
  ('lapsed', 'worker', 'PT409', 'escalation_claim_lapsed', 'claim_lapsed'), ('free', 'suspended', 'PT401', 'actor_active', 'not_active')) t (n, b, state, code, reason);
select refused($$select answer('free', '[]')$$, 'PT400', 'argument_invalid', 'not_object', 'that it is an object comes before all', 'resolver_payload');
select refused($$select answer('free', '{}', 'chief')$$, 'PT422', 'schema_validation', 'schema_validation', 'a global caller is bound, too');
select is((answer(n, '{"a": 1, "b": 2}')).status, 'resolved', format('%s takes a good answer', n)) from unnest(array['free', 'mine', 'meta']) n;

-- Which schema
create function made(name text, metadata jsonb) returns void language sql as $$
  select rowlock.escalation_create(role => 'reviewer', type => 'approval', description => made.name, metadata => made.metadata, actor => who('worker'));
$$;
select made('pinned', jsonb_build_object('schema_version', :first)), made('digits', jsonb_build_object('schema_version', :first::text)),
  made('own', '{"form_schema": {"required": ["own"]}}'), made('both', jsonb_build_object('schema_version', :first, 'form_schema', '{"required": ["own"]}'::jsonb)),
  made('null', '{"schema_version": null, "form_schema": null}');
select ask('live'), asks('{"form_schema": {"required": ["c"]}}') as second \gset
select is(told(format($$select answer(%L)$$, n)), e, format('%s is held against its schema', n))
from (values ('pinned', format('reviewer %s: a pinned, b pinned', :first)), ('digits', format('reviewer %s: a digits, b digits', :first)), ('own', 'reviewer -: own own'),
  ('both', 'reviewer -: own both'), ('null', format('reviewer %s: c null', :second)), ('live', format('reviewer %s: c live', :second))) t (n, e);
select asks('{"form_schema": null}');
select is((answer('live')).status, 'resolved', 'without a form there is nothing to enforce');
select is(told($$select answer('pinned')$$), format('reviewer %s: a pinned, b pinned', :first), 'a version stays what it was');
select is((answer('own', '{"own": 0}')).status, 'resolved', 'an own form is kept');

-- What the row itself gives
select asks('{"form_schema": {"properties": {"n": {"x-lt-maximum": "envelope.most"}, "p": {"x-lt-showIf": "payload.ask", "const": 1}, "e": {"x-lt-showIf": "escalation.type=refund", "const": 1}, "m": {"x-lt-showIf": "metadata.k=v", "const": 1}}}}');
select rowlock.escalation_create(role => 'reviewer', type => 'refund', description => 'context', metadata => '{"k": "v"}', envelope => '{"most": 3}',
  escalation_payload => '{"ask": true}', actor => who('worker'));
select alike(told($$select answer('context', '{"n": 4, "p": 2, "e": 2, "m": 2}')$$), '%: e context, m context, n context, p context', 'conditions and bounds see the row');

-- Sets: every bad row is named, and one role and version where all are of it
create function checked(names text[], payloads jsonb[]) returns void language sql as $$
  select rowlock._form_check(escalations => array(select state_of(n) from unnest(checked.names) n), resolver_payloads => checked.payloads);
$$;
select asks('{"form_schema": {"required": ["c"]}}') as third \gset
select asks('{"form_schema": {"required": ["d"]}, "enforce_schema": true}', 'engineer') as other \gset
select ask('one'), ask('two'), ask('three'), ask('else', role => 'engineer'), ask('free of it', role => 'planner');
select is(told($$select checked('{one,two,three,free of it}', '{"{}","{\"c\":1}","{}","{}"}')$$), format('reviewer %s: c one, c three', :third), 'of several rows the bad ones are named');
select is(told($$select checked('{one,else}', '{"{}","{}"}')$$), '- -: c one, d else', 'of several roles none is named');
select is(told($$select checked('{one,pinned}', '{"{}","{}"}')$$), 'reviewer -: c one, a pinned, b pinned', 'of several versions neither');
select is(told($$select checked('{two,free of it}', '{"{\"c\":1}","{}"}')$$), 'answered', 'good answers pass');

-- Where no role enforces anything, an answer reads neither roles nor their schemas
select asks('{"enforce_schema": false}'), asks('{"enforce_schema": false}', 'engineer');
insert into rowlock.role (role) select 'role-' || i from generate_series(1, 2000) i;
analyze rowlock.role;
select ask('quick ' || n) from generate_series(1, 4) n;
select login('tap_worker', 'user', who('worker'));
create function touched(name text) returns bigint[] language plpgsql as $$
declare
  v_before bigint[];
begin
  for i in 1 .. 2 loop
    v_before := array[pg_stat_get_xact_tuples_returned('rowlock.role'::regclass) + pg_stat_get_xact_tuples_fetched('rowlock.role'::regclass),
      pg_stat_get_xact_numscans('rowlock.role_schema'::regclass) + pg_stat_get_xact_numscans('rowlock.role_schema_pkey'::regclass),
      pg_stat_get_xact_numscans('rowlock.role_pkey'::regclass)];
    perform as_login('tap_worker', format($q$select rowlock.escalation_resolve(id => %L, resolver_payload => '{}')$q$, esc(name || ' ' || i)));
  end loop;
  return array[pg_stat_get_xact_tuples_returned('rowlock.role'::regclass) + pg_stat_get_xact_tuples_fetched('rowlock.role'::regclass) - v_before[1],
    pg_stat_get_xact_numscans('rowlock.role_schema'::regclass) + pg_stat_get_xact_numscans('rowlock.role_schema_pkey'::regclass) - v_before[2],
    pg_stat_get_xact_numscans('rowlock.role_pkey'::regclass) - v_before[3]];
end;
$$;
select is(touched('quick'), '{0,0,0}', 'nothing of a role is read');

select * from finish();
rollback;
