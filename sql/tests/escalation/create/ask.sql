begin;
\ir ../../_fixtures.psql
select plan(85);

-- created(…): the row that a create by the worker made, for reading one field of it.
create function created(arguments text) returns rowlock.escalation_created language plpgsql as $$
declare
  v_created rowlock.escalation_created;
begin
  execute format('select c.* from rowlock.escalation_create(%s) c', arguments) into v_created;
  return v_created;
end;
$$;
create temp table made as
select (created($$role => 'reviewer', type => 'approval', description => 'plain', actor => who('worker')$$)).*;

select is((select m.created from made m), true, 'a new row says that it was created');
select is((select (m.escalation).id from made m), esc('plain'), 'the row that comes back is the one that is stored');
select is(substr(esc('plain')::text, 15, 1), '7', 'ids are version 7');
select is(
  (select row(e.status, e.subtype, e.priority, e.namespace, e.app_id, e.claim_no, e.version)::text from state_of('plain') e),
  '(pending,approval,2,default,default,0,1)', 'defaults: pending, subtype as type, priority 2, number 0, version 1');
select is((state_of('plain')).created_by, who('worker'), 'the creator is the actor');
select is((state_of('plain')).ended_at, null, 'a new row has not ended');
select is((state_of('plain')).created_at, (state_of('plain')).updated_at, 'a new row was created and updated at one time');
select is(events_of('plain'), '{created}', 'a creation is journaled');
select is((last_event('plain')).payload, '{"type": "approval", "subtype": "approval", "priority": 2}', 'the event tells small facts only');
select is((last_event('plain')).occurred_at, (state_of('plain')).created_at, 'the event happened when the row was created');

-- Payloads: JSON, or strings that hold JSON
select created($$role => 'reviewer', type => 'a', description => 'loaded', envelope => '{"b": 1}',
  escalation_payload => '"{\"q\": [1]}"', on_timeout => 'null', actor => who('worker')$$);
select is((state_of('loaded')).envelope, '{"b": 1}', 'a payload that is an object is stored as it is');
select is((state_of('loaded')).escalation_payload, '{"q": [1]}', 'a string that holds JSON is stored as that JSON');
select is((state_of('loaded')).on_timeout, null, 'a JSON null is no payload');
select unalike((last_event('loaded')).payload::text, '%q%[%', 'the event carries no payload');
select refused(format($$select created($q$role => 'reviewer', type => 'a', %s => '"{"', actor => who('worker')$q$)$$, f),
  'PT400', 'argument_invalid', 'not_json', format('%s that holds no JSON is refused', f), f)
from unnest(array['envelope', 'escalation_payload', 'on_timeout']) f;
select refused(format(
    $$select created($q$role => 'reviewer', type => 'a', %s => to_jsonb(repeat('x', 262144)), actor => who('worker')$q$)$$, f),
  'PT400', 'argument_invalid', 'too_large', format('%s beyond 256 KiB is refused', f), f)
from unnest(array['envelope', 'escalation_payload', 'on_timeout']) f;

-- Deadlines
select ok(
  (created($$role => 'reviewer', type => 'a', description => 'timed', timeout => '1 hour', actor => who('worker')$$)).created,
  'a timeout is taken');
select is((state_of('timed')).expires_at - (state_of('timed')).created_at, '1 hour'::interval, 'a timeout counts from the creation');
select is(
  ((created($$role => 'reviewer', type => 'a', expires_at => '2999-01-01Z', actor => who('worker')$$)).escalation).expires_at,
  '2999-01-01Z', 'a deadline is stored as it is');
select refused(format($$select created($q$role => 'reviewer', type => 'a', %s, actor => who('worker')$q$)$$, d),
  'PT400', 'argument_invalid', r, format('%s is refused', d), f)
from (values
  ('timeout => ''0''', 'not_in_future', 'timeout'),
  ('timeout => ''-1 s''', 'not_in_future', 'timeout'),
  ('timeout => ''101 years''', 'too_far', 'timeout'),
  ('expires_at => now()', 'not_in_future', 'expires_at'),
  ('expires_at => ''infinity''', 'not_in_future', 'expires_at'),
  ('timeout => ''1 h'', expires_at => ''2999-01-01Z''', 'two_deadlines', 'timeout')) d (d, r, f);
select refused($$select rowlock._escalation_deadline(timeout => '1 mon -29 days', expires_at => null, at => '2027-02-10Z')$$,
  'PT400', 'argument_invalid', 'not_in_future', 'a short month makes no deadline in the past', 'timeout');

-- One row per signal key
select is(
  (created($$role => 'reviewer', type => 'a', description => 'wait', signal_key => 'k', actor => who('worker')$$)).created,
  true, 'the first with a key makes the row');
select last_seq() as seq \gset
select is(
  created($$role => 'reviewer', type => 'b', description => 'changed', signal_key => 'k', actor => who('worker_two')$$),
  row(state_of('wait'), false)::rowlock.escalation_created, 'the same key brings the row back, unchanged and not created');
select is((select count(*) from events_since(:seq)), 0::bigint, 'asking again leaves no event');
select is(
  (created($$role => 'reviewer', type => 'a', signal_key => 'k', timeout => '-1 s', actor => who('worker')$$)).created,
  false, 'a step that is executed again after its deadline still gets its row');
select rowlock.escalation_resolve(id => esc('wait'), resolver_payload => '{"yes": true}', actor => who('worker'));
select is(
  ((created($$role => 'reviewer', type => 'a', signal_key => 'k', actor => who('worker')$$)).escalation).resolver_payload,
  '{"yes": true}', 'a key that was answered brings the answer back');
select is(
  (created($$role => 'reviewer', type => 'a', signal_key => 'k', namespace => 'n', actor => who('worker')$$)).created
  and (created($$role => 'reviewer', type => 'a', signal_key => 'k', app_id => 'n', actor => who('worker')$$)).created,
  true, 'the same key of another namespace or application is another wait');
select refused($$select created($q$role => 'engineer', type => 'a', signal_key => 'k', actor => who('engineer')$q$)$$,
  'PT409', 'escalation_signal_key_taken', 'signal_key_taken', 'the key of a row that the actor cannot read is taken');
select ask('hidden', role => 'engineer', signal_key => 'h');
insert into rowlock.membership (user_id, role, read_scope, write_scope) values (who('worker'), 'engineer', 'self', 'self');
select refused($$select created($q$role => 'reviewer', type => 'a', signal_key => 'h', actor => who('worker')$q$)$$,
  'PT409', 'escalation_signal_key_taken', 'signal_key_taken', 'also when the actor would see it if it were assigned to them');
select is(
  (created($$role => 'reviewer', type => 'a', signal_key => '', actor => who('worker')$$)).created
  and (created($$role => 'reviewer', type => 'a', signal_key => '', actor => who('worker')$$)).created,
  true, 'an empty key is no key');

-- Routing to a person
select is(
  ((created($$role => 'reviewer', type => 'a', assigned_to => who('filler'), actor => who('worker')$$)).escalation).assigned_until,
  null, 'a row that is routed to a person is not locked');
select refused($$select created($q$role => 'reviewer', type => 'a', assigned_to => who('engineer'), actor => who('worker')$q$)$$,
  'PT400', 'argument_invalid', 'not_a_member', 'a row is not routed to somebody outside the role', 'assigned_to');
select refused($$select created($q$role => 'reviewer', type => 'a', assigned_to => who('suspended'), actor => who('chief')$q$)$$,
  'PT400', 'argument_invalid', 'not_a_member', 'a row is not routed to a suspended account', 'assigned_to');
select lives_ok($$select created($q$role => 'reviewer', type => 'a', assigned_to => who('engineer'), actor => who('chief')$q$)$$,
  'a global caller routes to anybody who is active');

-- Arguments
select refused(format($$select created($q$role => %L, type => %L, actor => who('chief')$q$)$$, r, t),
  'PT400', 'argument_invalid', 'missing', format('role %L with type %L is refused', r, t), f)
from (values ('', 'a', 'role'), (null, 'a', 'role'), ('reviewer', '', 'type'), ('reviewer', null, 'type')) a (r, t, f);
select refused(format(
    $$select created($q$role => 'reviewer', type => 'a', %s => repeat('x', 201), actor => who('worker')$q$)$$, f),
  'PT400', 'argument_invalid', 'too_long', format('%s of 201 characters is refused', f), f)
from unnest(array['subtype', 'entity', 'namespace', 'app_id', 'signal_key', 'topic', 'workflow_id', 'workflow_type',
  'task_queue', 'origin_id', 'parent_id', 'initiated_by', 'trace_id', 'span_id']) f;
select refused($$select created($q$role => 'reviewer', type => 'a', description => repeat('x', 10001), actor => who('worker')$q$)$$,
  'PT400', 'argument_invalid', 'too_long', 'a description of 10001 characters is refused', 'description');
select refused(format($$select created($q$role => 'reviewer', type => 'a', priority => %s, actor => who('worker')$q$)$$, p),
  'PT400', 'argument_invalid', 'out_of_range', format('priority %s is refused', p), 'priority')
from unnest(array[0, 5]) p;
select refused(format($$select created($q$role => 'reviewer', type => 'a', %s => '', actor => who('worker')$q$)$$, f),
  'PT400', 'argument_invalid', 'missing', format('an empty %s is refused: no answer could name it', f), f)
from unnest(array['namespace', 'app_id']) f;
select refused($$select created($q$role => 'reviewer', type => 'a', metadata => '[]', actor => who('worker')$q$)$$,
  'PT400', 'argument_invalid', 'not_object', 'metadata is an object', 'metadata');
select refused($$select created($q$role => 'reviewer', type => 'a',
    metadata => jsonb_build_object('k', repeat('x', 32768)), actor => who('worker')$q$)$$,
  'PT400', 'argument_invalid', 'too_large', 'metadata beyond 32 KiB is refused', 'metadata');
select refused(format($$select created($q$role => 'reviewer', type => 'a', %s => %L, actor => who('worker')$q$)$$, f,
    case when f = 'metadata' then v else to_jsonb(v)::text end),
  'PT400', 'argument_invalid', 'too_large', format('%s of few numbers with many digits is refused', f), f)
from unnest(array['envelope', 'escalation_payload', 'on_timeout', 'metadata']) f,
  (select '{"a": [' || string_agg('1e100000', ',') || ']}' from generate_series(1, 2000)) d (v);

-- Metadata that are not given are empty, to the schema too
update rowlock.role set metadata_schema = '{"required": ["region"]}' where role = 'reviewer';
select refused(format($$select created($q$role => 'reviewer', type => 'a', %s actor => who('worker')$q$)$$, m),
  'PT400', 'escalation_metadata_schema', 'schema_validation', format('the schema refuses empty metadata: %s', m), 'metadata')
from unnest(array['', $$metadata => '{}',$$, 'metadata => null,']) m;
update rowlock.role set metadata_schema = null where role = 'reviewer';

-- Who may
select refused(format($$select created($q$role => 'reviewer', type => 'a', actor => who(%s)$q$)$$, quote_literal(n)),
  'PT403', 'role_manage', 'manage_scope', format('%s may not create in reviewer', n))
from unnest(array['own', 'filler', 'auditor', 'watcher', 'engineer', 'nobody']) n;
select is((created($$role => 'nowhere', type => 'a', actor => who('chief')$$)).created, true,
  'to a global caller a role needs no registration');
select refused($$select created($q$role => 'nowhere', type => 'a', actor => who('worker')$q$)$$,
  'PT403', 'role_manage', 'manage_scope', 'a role that nobody registered has no members who may create in it');
select is((created($$role => 'reviewer', type => 'a', actor => who('robot')$$)).created, true, 'a bot creates like a person');
select refused($$select created($q$role => 'reviewer', type => 'a', actor => who('suspended')$q$)$$,
  'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
