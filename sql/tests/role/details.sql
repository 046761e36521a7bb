begin;
\ir ../_fixtures.psql
select plan(6);

select is((select array_agg((r.role).role) from rowlock.role_details(actor => who('nobody')) r), '{admin,engineer,planner,reviewer,superadmin}',
  'any signed-in account sees every role, by name');
select is((select r.escalation_targets from rowlock.role_details(actor => who('nobody')) r where (r.role).role = 'engineer'), '{admin,superadmin}',
  'with its relations');
create temp table a as select rowlock.role_details_answer(result => array(select r from rowlock.role_details(actor => who('nobody')) r)) as answer;
select is((a.answer).body -> 'total', '5', 'the answer has a total') from a;
select is((a.answer).body -> 'roles' -> 3, (rowlock.role_get_answer(result => rowlock.role_get(role => 'reviewer', actor => who('nobody')))).body,
  'and each role as it is answered alone') from a;
select is((rowlock.role_details_answer(result => '{}')).body, '{"roles": [], "total": 0}', 'no role is an empty list');
select refused($$select * from rowlock.role_details(actor => who('suspended'))$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
