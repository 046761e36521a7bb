begin;
\ir ../_fixtures.psql
select plan(4);

select is((select array_agg(r.role) from rowlock.role_list(actor => who('nobody')) r), '{admin,engineer,planner,reviewer,superadmin}',
  'any signed-in account sees every role, by name');
select refused($$select * from rowlock.role_list(actor => who('suspended'))$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
select refused($$select * from rowlock.role_list()$$, 'PT401', 'actor_known', 'no_actor', 'without an actor there is no list');
select is(
  (rowlock.role_list_answer(result => array(select r from rowlock.role_list(actor => who('nobody')) r))).body -> 'total', '5',
  'the answer has a total');

select * from finish();
rollback;
