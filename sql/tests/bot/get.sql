begin;
\ir ../_fixtures.psql
select plan(6);

select is((rowlock.bot_get(id => who('robot'), actor => who('lead'))).external_id, 'robot', 'an admin reads a bot');
select is((rowlock.bot_get(id => who('robot'), actor => who('robot'))).external_id, 'robot', 'a bot reads itself');
select refused($$select rowlock.bot_get(id => who('worker'), actor => who('chief'))$$, 'PT404', 'user_exists', 'no_bot', 'a person is no bot');
select refused($$select rowlock.bot_get(id => who('robot'), actor => who('worker'))$$, 'PT403', 'actor_global', 'not_global', 'a worker may not');
select refused($$select rowlock.bot_get(id => null, actor => who('chief'))$$, 'PT400', 'argument_invalid', 'missing', 'no id is refused', 'id');
select is((rowlock.bot_get_answer(result => rowlock.bot_get(id => who('robot'), actor => who('chief')))).body ->> 'account_type', 'bot', 'the answer is the account');

select * from finish();
rollback;
