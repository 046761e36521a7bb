begin;
\ir ../_fixtures.psql
select plan(5);

select refused($$select rowlock.bot_delete(id => who('worker'), actor => who('chief'))$$, 'PT404', 'user_exists', 'no_bot', 'a person is no bot');
select refused($$select rowlock.bot_delete(id => who('robot'), actor => who('lead'))$$, 'PT403', 'actor_global', 'not_global', 'it needs global access');
select is((rowlock.bot_delete(id => who('robot'), actor => who('chief_two'))).external_id, 'robot', 'a bot ends');
select is(who('robot'), null, 'it is gone');
select is((rowlock.bot_delete_answer(result => null)).status, 200, 'the answer is 200');

select * from finish();
rollback;
