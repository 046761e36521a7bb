begin;
\ir ../_fixtures.psql
select plan(6);

select is((rowlock.bot_patch(id => who('robot'), patch => '{"display_name": "R"}', actor => who('lead'))).display_name, 'R', 'a bot is changed');
select is((rowlock.bot_patch(id => who('robot'), patch => '{"status": "suspended"}', actor => who('chief_two'))).status, 'suspended', 'or suspended');
select refused($$select rowlock.bot_patch(id => who('worker'), patch => '{}', actor => who('chief'))$$, 'PT404', 'user_exists', 'no_bot', 'a person is no bot');
select refused($$select rowlock.bot_patch(id => who('robot'), patch => '{"password_hash": "$argon2id$x"}', actor => who('chief'))$$,
  'PT400', 'argument_invalid', 'unknown', 'a bot has no password', 'password_hash');
select refused($$select rowlock.bot_patch(id => who('robot'), patch => '{}', actor => who('worker'))$$, 'PT403', 'actor_global', 'not_global', 'a worker may not');
select is((rowlock.bot_patch_answer(result => rowlock.bot_patch(id => who('robot'), patch => '{}', actor => who('chief')))).status, 200, 'the answer is 200');

select * from finish();
rollback;
