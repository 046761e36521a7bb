begin;
\ir ../_fixtures.psql
select plan(19);

select ask(n) from unnest(array['free', 'held', 'due', 'done', 'other', 'mine', 'elsewhere']) n;
select ask('foreign', role => 'engineer');
update rowlock.escalation set workflow_id = 'wf' where description <> 'elsewhere';
select hold('held', 'worker_two'), due('due');
update rowlock.escalation set assigned_to = who('own') where description = 'mine';
select rowlock.escalation_resolve(id => esc('done'), resolver_payload => '{}', actor => who('worker'));

select is(rowlock.escalation_cancel_workflow(workflow_id => 'wf', reason => 'it ended', actor => who('own')), 1,
  'self scope reaches what is assigned to the caller');
select is((state_of('mine')).status, 'cancelled', 'and cancels it');
select is(rowlock.escalation_cancel_workflow(workflow_id => 'wf', actor => who('auditor')), 0, 'who only reads cancels nothing');
select last_seq() as start \gset
select is(rowlock.escalation_cancel_workflow(workflow_id => 'wf', reason => 'it ended', actor => who('worker')), 3,
  'the pending rows in write scope are cancelled, and counted');
select is(
  (select array_agg(format('%s %s', n, (state_of(n)).status) order by n) from unnest(array['free', 'held', 'other', 'due', 'done', 'foreign', 'elsewhere']) n),
  '{"done resolved","due pending","elsewhere pending","foreign pending","free cancelled","held cancelled","other cancelled"}',
  'held ones too; what is due, ended, of another role or of another workflow stays');
select is((select array_agg(v.subject_id::uuid order by v.seq) from events_since(:start) v where v.topic = 'escalation.cancelled'),
  (select array_agg(e.id order by e.id) from rowlock.escalation e where e.description in ('free', 'held', 'other')), 'each leaves one event');
select is((last_event('free')).payload, '{"reason": "it ended"}', 'with the reason');
select is((state_of('free')).milestones #>> '{0,reason}', 'it ended', 'which is a milestone too');
select is((state_of('free')).version, 2, 'a cancelled row has a new version');
select is(rowlock.escalation_cancel_workflow(workflow_id => 'wf', actor => who('worker')), 0, 'a second call finds nothing');
select is(rowlock.escalation_cancel_workflow(workflow_id => 'unknown', actor => who('worker')), 0, 'an unknown workflow has no rows');
-- What a delegate of own rows claimed for a giver is called off for that giver, and not when the delegation is over
select ask('given', assigned_to => who('filler')), ask('taken', assigned_to => who('filler')), lend('filler', 'own');
update rowlock.escalation set workflow_id = description where description in ('given', 'taken');
select hold('given', 'own'), hold('taken', 'own');
select is(rowlock.escalation_cancel_workflow(workflow_id => 'given', actor => who('own')), 1, 'a delegate reaches what it claimed for somebody');
select is((last_event('given')).payload ->> 'on_behalf_of', who('filler')::text, 'in whose name it is called off');
update rowlock.delegation set until = clock_timestamp();
select is(rowlock.escalation_cancel_workflow(workflow_id => 'taken', actor => who('own')), 0, 'but not once the delegation is over');
select is((state_of('taken')).status, 'pending', 'as that row alone is not called off either');
select is((select a.body from rowlock.escalation_cancel_workflow_answer(result => 3) a), '{"cancelled": 3}', 'HTTP says how many');
select refused($$select rowlock.escalation_cancel_workflow(workflow_id => '', actor => who('worker'))$$,
  'PT400', 'argument_invalid', 'missing', 'a workflow is named', 'workflow_id');
select refused($$select rowlock.escalation_cancel_workflow(workflow_id => 'wf', reason => repeat('x', 10001), actor => who('worker'))$$,
  'PT400', 'argument_invalid', 'too_long', 'the reason is bounded', 'reason');
select refused($$select rowlock.escalation_cancel_workflow(workflow_id => 'wf', actor => who('suspended'))$$,
  'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
