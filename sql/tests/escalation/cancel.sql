begin;
\ir ../_fixtures.psql
select plan(29);

select ask(n) from unnest(array['free', 'held', 'due', 'done', 'silent', 'open']) n;
select ask('for_own', assigned_to => who('own')), ask('for_watcher', assigned_to => who('watcher'));
select hold('held', 'worker_two'), due('due');
select rowlock.escalation_resolve(id => esc('done'), resolver_payload => '{}', actor => who('worker'));

select is((rowlock.escalation_cancel(id => esc('free'), reason => 'not needed', actor => who('worker'))).status, 'cancelled',
  'a free row is called off');
select isnt((state_of('free')).ended_at, null, 'a cancelled row has ended');
select is((state_of('free')).resolved_at, null, 'a cancelled row was not resolved');
select is((state_of('free')).version, 2, 'cancelling is a transition');
select is((state_of('free')).milestones -> 0 #- '{at}', jsonb_build_object('by', who('worker'), 'what', 'cancelled', 'reason', 'not needed'),
  'the milestones say who, what and why');
select is(((state_of('free')).milestones #>> '{0,at}')::timestamptz, (state_of('free')).ended_at, 'and when');
select is(events_of('free'), '{created,cancelled}', 'cancelling is journaled');
select is((last_event('free')).payload, '{"reason": "not needed"}', 'the event tells the reason');
select is((rowlock.escalation_cancel(id => esc('held'), actor => who('worker'))).assigned_to, who('worker_two'),
  'any writer cancels a row that somebody holds; the claim stays for the audit');
select is((last_event('held')).assigned_to, who('worker_two'), 'the event concerns the holder');
select is((last_event('held')).payload, '{}', 'without a reason the event has none');
update rowlock.escalation set created_at = clock_timestamp() + interval '1 hour' where description = 'silent';
select is((rowlock.escalation_cancel(id => esc('silent'), actor => who('worker'))).ended_at, (state_of('silent')).created_at,
  'a clock that stepped back fails no cancelling');

select refused($$select rowlock.escalation_cancel(id => esc('free'), actor => who('worker'))$$,
  'PT409', 'escalation_cancelled', 'cancelled', 'a row is cancelled once');
select refused($$select rowlock.escalation_cancel(id => esc('done'), actor => who('worker'))$$,
  'PT409', 'escalation_resolved', 'resolved', 'a resolved row is refused');
select refused($$select rowlock.escalation_cancel(id => esc('due'), actor => who('worker'))$$,
  'PT409', 'escalation_expired', 'expired', 'a row past its deadline is closed before any sweep');
select is(events_of('free'), '{created,cancelled}', 'a refused cancelling leaves no event');

select refused($$select rowlock.escalation_cancel(id => esc('open'), reason => repeat('x', 10001), actor => who('worker'))$$,
  'PT400', 'argument_invalid', 'too_long', 'a reason of 10001 characters is refused', 'reason');
select refused($$select rowlock.escalation_cancel(id => null, actor => who('worker'))$$,
  'PT400', 'argument_invalid', 'missing', 'no id is refused', 'id');
select refused($$select rowlock.escalation_cancel(id => gen_random_uuid(), actor => who('worker'))$$,
  'PT404', 'escalation_exists', 'not_found', 'an unknown id does not exist');
select refused(format($$select rowlock.escalation_cancel(id => esc('done'), actor => who(%L))$$, n),
  'PT404', 'escalation_exists', 'not_found', format('to %s the row does not exist', n))
from unnest(array['filler', 'watcher', 'engineer', 'nobody']) n;
select refused(format($$select rowlock.escalation_cancel(id => esc('done'), actor => who(%L))$$, n),
  'PT403', 'escalation_write', 'write_scope', format('%s is told of the scope before the status', n))
from unnest(array['own', 'auditor']) n;
select refused($$select rowlock.escalation_cancel(id => esc('for_watcher'), actor => who('watcher'))$$,
  'PT403', 'escalation_write', 'write_scope', 'a watcher may not cancel even own rows');
select is((rowlock.escalation_cancel(id => esc('for_own'), actor => who('own'))).status, 'cancelled',
  'who acts on own rows cancels what is assigned to them');
select refused($$select rowlock.escalation_cancel(id => esc('open'), actor => who('suspended'))$$,
  'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
select is((rowlock.escalation_cancel_answer(result => state_of('free'))).body, jsonb_build_object('cancelled', true, 'escalation_id', esc('free')),
  'the answer names the row');

select * from finish();
rollback;
