begin;
\ir ../_fixtures.psql
select plan(25);

-- moved(by, ids, target_role): the outcome of the verb.
create function moved(by text, ids uuid[], target_role text default 'engineer') returns text[] language sql as $$
  select bulk(rowlock.escalation_bulk_escalate(ids => moved.ids, target_role => moved.target_role, actor => who(moved.by)));
$$;

insert into rowlock.role (role) values ('engineer'), ('planner') on conflict do nothing;
insert into rowlock.role_escalation (source_role, target_role) values ('reviewer', 'engineer') on conflict do nothing;
insert into rowlock.membership (user_id, role, type) values (who('lead'), 'engineer', 'admin');
select ask(n) from unnest(array['free', 'held', 'done', 'late']) n;
select ask('there', role => 'engineer'), hold('held', 'worker'), due('late');
select rowlock.escalation_resolve(id => esc('done'), resolver_payload => '{}', actor => who('lead'));
create temp table before as select last_seq() as seq;

select is(
  moved('lead', ids('there', 'free', 'nowhere', 'held', 'done', 'late', 'free')),
  '{2,"there same_role","unknown not_found","done resolved","late expired"}',
  'pending rows move along the chain, held ones too; the others are named with the reason');
select is((state_of(n)).role, 'engineer', format('%s is in the target role', n)) from unnest(array['free', 'held']) n;
select is(
  (select array[e.assigned_to::text, e.assigned_until::text, e.claimed_at::text, e.last_holder::text] from state_of('held') e),
  array[null, null, null, null]::text[], 'a claim is cleared');
select is((state_of('held')).claim_no, 1, 'its number is kept');
select is((state_of('done')).role, 'reviewer', 'a row that has ended stays');
select is(
  (last_event('held')).payload, jsonb_build_object('from_role', 'reviewer', 'to_role', 'engineer', 'holder', who('worker')),
  'the event tells from where, whereto, and who held it');
select is((last_event('held')).assigned_to, who('worker'), 'it concerns the former holder');
select is((last_event('free')).role, 'engineer', 'it is one of the new role');
select is(
  array(select v.topic from events_since((select seq from before)) v), '{escalation.reassigned,escalation.reassigned}',
  'each moved row leaves one event, the others none');
select is(moved('lead', ids('free', 'held')), '{0,"free same_role","held same_role"}', 'the same again changes nothing');

-- What was decided in one role does not count in another
select rowlock.escalation_create(role => 'reviewer', type => 't', description => 'two', approvals_required => 2, actor => who('chief'));
select rowlock.escalation_resolve(id => esc('two'), resolver_payload => '{"decision": "yes"}', actor => who('worker'));
select moved('lead', ids('two'));
select is((state_of('two')).approvals, 0, 'a row that moves has no approvals yet');
select rowlock.escalation_bulk_escalate(ids => ids('two'), target_role => 'reviewer', actor => who('chief'));
select is(
  (rowlock.escalation_resolve(id => esc('two'), resolver_payload => '{"decision": "yes"}', actor => who('worker_two'))).approvals, 1,
  'nor when it comes back');

-- Whereto
select ask('fresh'), ask('code', role => 'engineer');
select refused($$select moved('lead', ids('fresh'), 'planner')$$, 'PT403', 'role_chained', 'no_chain', 'without a chain nothing moves');
select refused($$select moved('lead', ids('fresh', 'code'), 'planner')$$, 'PT403', 'role_chained', 'no_chain', 'each role needs one');
select is((state_of('fresh')).role, 'reviewer', 'then nothing is moved');
select is(moved('chief', ids('fresh', 'code'), 'planner'), '{2}', 'a global caller needs no chain');
select refused(format($$select moved('%s', ids('free'), 'nowhere')$$, n), 'PT400', 'argument_invalid', 'unknown_role',
  format('%s is told that the target does not exist', n), 'target_role') from unnest(array['chief', 'lead']) n;
select refused($$select moved('chief', ids('nowhere'), 'nowhere')$$, 'PT400', 'argument_invalid', 'unknown_role',
  'also when there is nothing to move', 'target_role');
select refused($$select moved('lead', ids('free'), null)$$, 'PT400', 'argument_invalid', 'missing', 'a target must be named', 'target_role');

-- Who may
select ask('last');
select refused(format($$select moved('%s', ids('last'))$$, n), 'PT403', 'escalation_bulk', 'not_admin', format('%s may not move rows in bulk', n))
from unnest(array['worker', 'nobody']) n;
select refused($$select moved('lead', ids('last', 'fresh'))$$, 'PT403', 'escalation_bulk', 'not_admin', 'one row of a role that the caller does not administer is enough');
select refused($$select moved('lead', array_fill(esc('last'), array[1001]))$$, 'PT400', 'argument_invalid', 'too_many', 'more than a thousand ids are refused', 'ids');

select * from finish();
rollback;
