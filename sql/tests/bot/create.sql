begin;
\ir ../_fixtures.psql
select plan(4);

select is((select row(u.account_type, u.display_name, u.metadata)::text from rowlock.bot_create(
  external_id => 'b', display_name => 'B', metadata => '{"a": 1}', actor => who('lead')) u), row('bot', 'B', '{"a": 1}'::jsonb)::text, 'a bot is made');
select is((rowlock.bot_create_answer(result => rowlock.bot_create(external_id => 'c', actor => who('chief')))).status, 201, 'the answer is 201');
select refused($$select rowlock.bot_create(external_id => 'b', actor => who('chief'))$$, 'PT409', 'user_external_id_taken', 'taken', 'bots and people share their names');
select refused($$select rowlock.bot_create(external_id => 'x', actor => who('worker'))$$, 'PT403', 'actor_global', 'not_global', 'a worker may not');

select * from finish();
rollback;
