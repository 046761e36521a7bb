begin;
\ir ../_fixtures.psql
select plan(39);

-- pass(name, by, …): from reviewer to engineer, which the seeded chains allow.
create function pass(name text, by text, target_role text default 'engineer', expected_role text default null)
returns rowlock.escalation language sql as $$
  select rowlock.escalation_escalate(
    id => esc(pass.name), target_role => pass.target_role, expected_role => pass.expected_role, actor => who(pass.by));
$$;
select ask(n) from unnest(array['free', 'held', 'lapsed', 'theirs', 'theirs_two', 'due', 'done', 'open']) n;
select ask('routed', assigned_to => who('filler'));
select hold('held', 'worker'), hold('lapsed', 'worker_two'), hold('theirs', 'worker_two'), hold('theirs_two', 'worker_two');
select lapse('lapsed'), due('due');
select rowlock.escalation_resolve(id => esc('done'), resolver_payload => '{}', actor => who('worker'));

select is((pass('free', 'worker')).role, 'engineer', 'a row goes along a chain');
select is((state_of('free')).status, 'pending', 'it is pending there');
select is((state_of('free')).version, 2, 'passing on is a transition');
select is(events_of('free'), '{created,reassigned}', 'passing on is journaled');
select is((last_event('free')).payload, '{"from_role": "reviewer", "to_role": "engineer"}', 'the event tells from where to where');
select is((last_event('free')).role, 'engineer', 'the event is for the readers of the new role');
select is((pass('held', 'worker')).assigned_to, null, 'the actor''s own claim is cleared');
select is(
  (select array[e.assigned_until::text, e.claimed_at::text, e.last_holder::text] from state_of('held') e), array[null, null, null]::text[],
  'nothing of the claim is left');
select is((state_of('held')).claim_no, 1, 'the number stays');
select is((last_event('held')).payload ->> 'holder', who('worker')::text, 'the event tells who held it');
select is((last_event('held')).assigned_to, who('worker'), 'the event concerns the former holder');
select is((pass('lapsed', 'worker')).role, 'engineer', 'another''s lapsed claim is no obstacle');
select is((pass('routed', 'worker')).assigned_to, null, 'a routing to a person ends with the role');

-- Somebody holds it
select refused($$select pass('theirs', 'worker')$$, 'PT409', 'escalation_held', 'held', 'a row that another holds is not passed on by a member');
select is((pass('theirs', 'lead')).assigned_to, null, 'an admin of the role passes it on all the same');
select is((pass('theirs_two', 'chief')).assigned_to, null, 'so does a global caller');

-- Where it is
select refused($$select pass('free', 'chief', target_role => 'planner', expected_role => 'reviewer')$$,
  'PT409', 'escalation_moved', 'moved', 'a row that moved meanwhile is refused');
select is((pass('open', 'worker', expected_role => 'reviewer')).role, 'engineer', 'a row that is where it is expected is passed on');

-- Where it may go
select ask('next');
select refused($$select pass('next', 'worker', target_role => 'planner')$$, 'PT403', 'role_chained', 'no_chain', 'without a chain it is refused');
select refused($$select pass('next', 'lead', target_role => 'planner')$$, 'PT403', 'role_chained', 'no_chain', 'an admin needs the chain too');
select refused($$select pass('next', 'worker', target_role => 'nowhere')$$, 'PT403', 'role_chained', 'no_chain', 'a chain to an unknown role does not exist');
select refused($$select pass('next', 'chief', target_role => 'nowhere')$$,
  'PT400', 'argument_invalid', 'unknown_role', 'a global caller names a role that exists', 'target_role');
select refused($$select pass('next', 'worker', target_role => 'reviewer')$$,
  'PT400', 'argument_invalid', 'same_role', 'the row''s own role is no target', 'target_role');
select refused(format($$select pass('next', 'worker', target_role => %L)$$, r),
  'PT400', 'argument_invalid', 'missing', format('target role %L is refused', r), 'target_role') from unnest(array['', null]) r;
select is((pass('next', 'chief', target_role => 'planner')).role, 'planner', 'a global caller needs no chain');

-- Ended rows, and who may
select refused($$select pass('done', 'worker')$$, 'PT409', 'escalation_resolved', 'resolved', 'a resolved row is refused');
select refused($$select pass('due', 'worker')$$, 'PT409', 'escalation_expired', 'expired', 'a row past its deadline is closed before any sweep');
select refused(format($$select pass('done', %L)$$, n), 'PT403', 'escalation_manage', 'manage_scope', format('%s is told of the scope before the status', n))
from unnest(array['own', 'auditor']) n;
select refused(format($$select pass('done', %L)$$, n), 'PT404', 'escalation_exists', 'not_found', format('to %s the row does not exist', n))
from unnest(array['filler', 'watcher', 'engineer', 'nobody']) n;
select refused($$select pass('free', 'worker')$$, 'PT404', 'escalation_exists', 'not_found', 'who passed a row on does not see it any more');
select refused($$select rowlock.escalation_escalate(id => gen_random_uuid(), target_role => 'engineer', actor => who('worker'))$$,
  'PT404', 'escalation_exists', 'not_found', 'an unknown id does not exist');
select refused($$select rowlock.escalation_escalate(id => null, target_role => 'engineer', actor => who('worker'))$$,
  'PT400', 'argument_invalid', 'missing', 'no id is refused', 'id');
select refused($$select pass('done', 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
select is(events_of('done'), '{created,resolved}', 'a refused call leaves no event');

select * from finish();
rollback;
