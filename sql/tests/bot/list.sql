begin;
\ir ../_fixtures.psql
select plan(5);

select rowlock.bot_create(external_id => 'anna', actor => who('chief'));
select is((rowlock.bot_list(actor => who('nobody'))).items #>> '{0,external_id}', 'anna', 'bots come by external id');
select is((rowlock.bot_list(actor => who('nobody'))).total, 2::bigint, 'and no people');
select is((rowlock.bot_list(role => 'reviewer', actor => who('chief'))).total, 1::bigint, 'filters are those of user_list');
select is((rowlock.bot_list_answer(result => rowlock.bot_list(max_rows => 1, actor => who('chief')))).body -> 'bots' #>> '{0,external_id}', 'anna', 'the answer has bots');
select refused($$select rowlock.bot_list(actor => who('suspended'))$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
