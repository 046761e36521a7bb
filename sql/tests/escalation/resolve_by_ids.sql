begin;
\ir ../_fixtures.psql
select plan(35);

-- answered(by, names): what came of one answer to those rows.
create function answered(by text, ids uuid[], payload jsonb default '{"decision": "yes"}') returns text[] language sql as $$
  select array[cardinality(r.ids)::text] || array(
    select concat_ws(' ', coalesce(e.description, 'unknown'), s ->> 'reason')
    from jsonb_array_elements(r.skipped) with ordinality s (s, n)
    left join rowlock.escalation e on e.id = (s.s ->> 'id')::uuid order by s.n) || array(
    select concat_ws(' ', e.description, a ->> 'approvals', 'of', a ->> 'required')
    from jsonb_array_elements(r.approved) a join rowlock.escalation e on e.id = (a ->> 'id')::uuid order by 1)
  from rowlock.escalation_resolve_by_ids(ids => answered.ids, resolver_payload => payload, actor => who(by)) r;
$$;
create function needs(name text, people integer, own boolean default false) returns rowlock.escalation language sql as $$
  select (rowlock.escalation_create(
    role => 'reviewer', type => 'approval', description => needs.name, approvals_required => people, no_self_approval => own,
    actor => who('chief'))).escalation;
$$;

select ask(n) from unnest(array['free', 'mine', 'held', 'my lapsed', 'their lapsed', 'done', 'off', 'late', 'routed']) n;
select ask('wait', signal_key => 'w'), ask('wait over', signal_key => 'o'), ask('hidden', role => 'engineer');
update rowlock.escalation set assigned_to = who('filler') where description = 'routed';
select hold(n, 'worker') from unnest(array['mine', 'my lapsed', 'wait']) n;
select hold(n, 'worker_two') from unnest(array['held', 'their lapsed']) n;
select lapse('my lapsed'), lapse('their lapsed'), due('late');
select rowlock.escalation_resolve(id => esc(n), resolver_payload => '{}', actor => who('lead')) from unnest(array['done', 'wait over']) n;
select rowlock.escalation_cancel(id => esc('off'), actor => who('lead'));
create temp table before as select last_seq() as seq;

select is(
  answered('worker', ids('held', 'free', 'done', 'free', 'off', 'wait', 'mine', 'late', 'my lapsed', 'their lapsed', 'wait over', 'routed')),
  '{4,"held held","done resolved","off cancelled","wait waiter","late expired","my lapsed claim_lapsed","wait over resolved"}',
  'what may be answered is; of the others each is named once, in the order of the list, with the reason');
select is((state_of(n)).resolver_payload, '{"decision": "yes"}', format('%s has the answer', n))
from unnest(array['free', 'mine', 'their lapsed', 'routed']) n;
select is((state_of('free')).resolved_by, who('worker'), 'and tells whose');
select is((state_of('wait')).status, 'pending', 'the row of a waiter is left alone');
select is((state_of('held')).version, 2, 'so is one that is held');
select is(array(select split_part(v.topic, '.', 2) from events_since((select seq from before)) v), '{resolved,resolved,resolved,resolved}',
  'each resolved row leaves one event, the others none');
select is(array(select v.subject_id::uuid from events_since((select seq from before)) v), array(select unnest(ids('free', 'mine', 'their lapsed', 'routed')) order by 1),
  'in the order of the ids');
select is((last_event('mine')).payload, jsonb_build_object('by', who('worker'), 'claim_no', 1), 'it tells what that of a single answer does');
select is(answered('worker', ids('free', 'mine')), '{0,"free resolved","mine resolved"}', 'again, nothing is left to do');
select is(answered('worker', '{}'), '{0}', 'an empty list is an answer');

-- Who may
select ask('fresh'), ask('code', role => 'engineer');
create temp table mark as select last_seq() as seq;
select refused($$select answered('worker', ids('fresh', 'code'))$$, 'PT404', 'escalation_exists', 'not_found', 'one row that cannot be read is enough');
select refused($$select answered('worker', ids('fresh', 'nowhere'))$$, 'PT404', 'escalation_exists', 'not_found', 'or one that does not exist');
select refused($$select answered('auditor', ids('fresh'))$$, 'PT403', 'escalation_write', 'write_scope', 'or one that may not be acted on');
select refused($$select answered('auditor', ids('fresh', 'code'))$$, 'PT404', 'escalation_exists', 'not_found', 'visibility comes first');
select refused($$select answered('own', ids('fresh'))$$, 'PT403', 'escalation_write', 'write_scope', 'who acts on own rows needs them assigned');
select refused($$select answered('suspended', ids('fresh'))$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
select is((select count(*) from events_since((select seq from mark))), 0::bigint, 'then nothing is changed');
select is((state_of('fresh')).status, 'pending', 'not one row');
select is(answered('chief', ids('code', 'nowhere')), '{1,"unknown not_found"}', 'for a global caller an unknown id is no obstacle');

-- Approvals and askers
select needs('two', 2), needs('two more', 2), needs('for others', 1, true);
select is(answered('worker', ids('two', 'fresh', 'two more')), '{1,"two 1 of 2","two more 1 of 2"}', 'rows for several people gain an approval, the others are resolved');
select is(events_of('two'), '{created,approved}', 'which is journaled');
select is(answered('worker_two', ids('two', 'two more')), '{2}', 'the second person settles them');
select is(events_of('two more'), '{created,approved,resolved}', 'each');
select ask('fresh two'), needs('three', 3);
select refused($$select answered('worker', ids('fresh two', 'three'), '{}')$$, 'PT400', 'argument_invalid', 'missing', 'an answer without a decision is refused where one is needed', 'resolver_payload.decision');
select refused($$select answered('robot', ids('fresh two', 'three'))$$, 'PT403', 'escalation_not_person', 'not_person', 'a bot does not approve');
select refused($$select answered('chief', ids('fresh two', 'for others'))$$, 'PT403', 'escalation_self_approval', 'self_approval', 'who asked does not answer');
select is((state_of('fresh two')).status, 'pending', 'then nothing is changed either');

-- Arguments
select is(answered('chief', array_fill(esc('free'), array[1000])), '{0,"free resolved"}', 'a thousand ids may be the same');
select refused($$select answered('chief', array_fill(esc('free'), array[1001]))$$, 'PT400', 'argument_invalid', 'too_many', 'more are refused', 'ids');
select refused($$select answered('chief', array[null]::uuid[])$$, 'PT400', 'argument_invalid', 'null', 'a hole in the list is refused', 'ids');
select refused($$select answered('chief', null)$$, 'PT400', 'argument_invalid', 'missing', 'so is no list', 'ids');
select refused($$select answered('chief', '{}', '[]')$$, 'PT400', 'argument_invalid', 'not_object', 'an answer is an object', 'resolver_payload');

select * from finish();
rollback;
