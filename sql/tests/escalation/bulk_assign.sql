begin;
\ir ../_fixtures.psql
select plan(34);

-- assigned(by, ids, …): the outcome of the verb.
create function assigned(by text, ids uuid[], assignee text default 'worker', force boolean default false) returns text[] language sql as $$
  select bulk(rowlock.escalation_bulk_assign(
    ids => assigned.ids, assignee => assigned.assignee, force => assigned.force, actor => who(assigned.by)));
$$;

select ask(n) from unnest(array['free', 'routed', 'theirs', 'held', 'lapsed', 'done', 'late']) n;
update rowlock.escalation set assigned_to = who('own') where description = 'routed';
select hold('theirs', 'worker'), hold('held', 'worker_two'), hold('lapsed', 'worker_two'), lapse('lapsed'), due('late');
select rowlock.escalation_resolve(id => esc('done'), resolver_payload => '{}', actor => who('lead'));
create temp table before as select last_seq() as seq;

select is(
  assigned('lead', ids('free', 'held', 'nowhere', 'routed', 'theirs', 'lapsed', 'done', 'late')),
  '{4,"held held","unknown not_found","done resolved","late expired"}',
  'what nobody else holds goes to the assignee; the others are named with the reason');
select is((state_of(n)).assigned_to, who('worker'), format('%s is held by the assignee', n))
from unnest(array['free', 'routed', 'theirs', 'lapsed']) n;
select is((state_of('held')).assigned_to, who('worker_two'), 'what somebody else holds is not taken');
select ok(
  (state_of('free')).assigned_until between clock_timestamp() + interval '29 minutes' and clock_timestamp() + interval '30 minutes',
  'it is a claim of half an hour when no time is given');
select is((last_event('free')).topic, 'escalation.claimed', 'the event is that of a claim');
select is((last_event('free')).actor, who('lead'), 'its actor is who assigned');
select is((last_event('free')).assigned_to, who('worker'), 'it concerns the assignee');
select is((last_event('theirs')).topic, 'escalation.extended', 'a claim that the assignee has goes on');
select is((select count(*) from events_since((select seq from before))), 4::bigint, 'each changed row leaves one event, the others none');
select lives_ok($$select rowlock.escalation_resolve(id => esc('free'), resolver_payload => '{}', expected_claim_no => 1, actor => who('worker'))$$,
  'the assignee answers under the claim');

-- By force
create temp table forced as select last_seq() as seq;
select is(assigned('lead', ids('held', 'done'), force => true), '{1,"done resolved"}', 'force takes what somebody else holds');
select is((state_of('held')).assigned_to, who('worker'), 'the row is the assignee''s');
select is(array[(state_of('held')).claim_no, (state_of('held')).version], '{2,4}', 'the claim has a new number; it took two steps');
select is(events_of('held'), '{created,claimed,released,claimed}', 'it is journaled as released, then as claimed');
select is(
  array(select v.version from events_since((select seq from forced)) v), '{3,4}', 'each of the two events has its version');
select is(
  (select array[v.assigned_to, v.actor] from events_since((select seq from forced)) v limit 1), array[who('worker_two'), who('lead')],
  'the release concerns the former holder');
select is(
  (select v.payload from events_since((select seq from forced)) v limit 1), '{"reason": "taken", "claim_no": 1}', 'and tells that the row was taken');
select refused($$select rowlock.escalation_resolve(id => esc('held'), resolver_payload => '{}', actor => who('worker_two'))$$,
  'PT409', 'escalation_held', 'held', 'the former holder no longer answers it');
select is(assigned('lead', ids('held'), force => true), '{1}', 'to force what the assignee holds extends it');
select is((last_event('held')).topic, 'escalation.extended', 'and is journaled so');
select is(assigned('lead', ids('held'), 'lead', force => null), '{0,"held held"}', 'null is no force');

-- To whom
select ask('fresh'), ask('code', role => 'engineer');
insert into rowlock.membership (user_id, role, type) values (who('lead'), 'engineer', 'admin');
select refused($$select assigned('lead', ids('fresh', 'code'))$$, 'PT400', 'argument_invalid', 'not_a_member',
  'the assignee must be a member of every role', 'assignee');
select is((state_of('fresh')).assigned_to, null, 'else nothing is assigned');
create function role_in_refusal() returns text language plpgsql as $$
declare
  v_detail text;
begin
  perform assigned('lead', ids('fresh', 'code'));
  return null;
exception when sqlstate 'PT400' then
  get stacked diagnostics v_detail = pg_exception_detail;
  return v_detail::jsonb ->> 'role';
end;
$$;
select is(role_in_refusal(), 'engineer', 'the refusal names the role');
select refused(format($$select assigned('lead', ids('fresh'), %L)$$, n), 'PT400', 'argument_invalid', 'unknown_account',
  format('%s is no active account', n), 'assignee') from unnest(array['suspended', 'no such']) n;
select refused($$select assigned('lead', ids('fresh'), null)$$, 'PT400', 'argument_invalid', 'missing', 'somebody must be named', 'assignee');
select is(assigned('chief', ids('fresh'), who('nobody')::text), '{1}', 'a global caller names any active account, here by its id');
select is(assigned('lead', ids('code'), 'chief'), '{1}', 'a superadmin is a member everywhere');

-- Who may
select refused(format($$select assigned('%s', ids('fresh'))$$, n), 'PT403', 'escalation_bulk', 'not_admin', format('%s may not assign', n))
from unnest(array['worker', 'nobody']) n;

select * from finish();
rollback;
