begin;
\ir ../_fixtures.psql
select plan(3);

select is(rowlock.user_get_preferences(actor => who('worker')), '{}', 'at first there are none');
update rowlock.user_account set preferences = '{"theme": "dark"}' where external_id = 'worker';
select is((rowlock.user_get_preferences_answer(result => rowlock.user_get_preferences(actor => who('worker')))).body,
  '{"preferences": {"theme": "dark"}}', 'they come whole');
select refused($$select rowlock.user_get_preferences(actor => who('suspended'))$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
