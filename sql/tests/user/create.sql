begin;
\ir ../_fixtures.psql
select plan(41);

select is(
  (select row(u.external_id, u.account_type, u.status, u.email, u.display_name, u.metadata)::text
   from rowlock.user_create(external_id => 'new', email => 'n@example.org', display_name => 'New', metadata => '{"a": 1}', actor => who('chief')) u),
  row('new', 'user', 'active', 'n@example.org', 'New', '{"a": 1}'::jsonb)::text, 'an account is made as it was asked for');
select is((select count(*) from rowlock.membership m where m.user_id = who('new')), 0::bigint, 'it is in no role');
select is((rowlock.user_create(external_id => 'bot', account_type => 'bot', actor => who('lead'))).account_type, 'bot',
  'an admin of any role makes a bot');
select is((rowlock.user_create(external_id => 'hashed', password_hash => '$argon2id$x', actor => who('chief_two'))).password_hash,
  null, 'a hash is not shown to whoever made the account');
select is((select u.password_hash from rowlock.user_account u where u.external_id = 'hashed'),
  '$argon2id$x', 'it is stored as it was given');
select is((rowlock.user_create(external_id => 'plain', metadata => null, actor => who('chief'))).metadata, '{}', 'no metadata is an empty object');

select refused($$select rowlock.user_create(external_id => 'new', actor => who('chief'))$$,
  'PT409', 'user_external_id_taken', 'taken', 'an external id is given once');
select refused(format($$select rowlock.user_create(external_id => %L, actor => who('chief'))$$, e),
  'PT400', 'argument_invalid', 'missing', format('external id %L is refused', e), 'external_id') from unnest(array['', null]) e;
select refused(format($$select rowlock.user_create(external_id => 'x', %s => repeat('x', 201), actor => who('chief'))$$, f),
  'PT400', 'argument_invalid', 'too_long', format('%s of 201 characters is refused', f), f) from unnest(array['email', 'display_name']) f;
select refused($$select rowlock.user_create(external_id => repeat('x', 201), actor => who('chief'))$$,
  'PT400', 'argument_invalid', 'too_long', 'an external id of 201 characters is refused', 'external_id');
select refused(format($$select rowlock.user_create(external_id => 'x', account_type => %L, actor => who('chief'))$$, t),
  'PT400', 'argument_invalid', 'unknown', format('account type %L is refused', t), 'account_type') from unnest(array['robot', '', null]) t;
select refused($$select rowlock.user_create(external_id => 'x', password_hash => 'secret', actor => who('chief'))$$,
  'PT400', 'argument_invalid', 'not_a_hash', 'a password in the clear is refused', 'password_hash');
select refused(format('select rowlock.user_create(external_id => %L, actor => who(''chief''))', n),
  'PT400', 'argument_invalid', 'invisible', format('the name %s looks like another', to_json(n)), 'external_id')
from unnest(array[' x', 'x ', e'x\ty', e'x\n', e'x\u200b', e'\u202ex', e'x\u00ady', e'\ufeffx', '  ']) n;
select is((rowlock.user_create(external_id => 'Zoë O''Neil, 井上', actor => who('chief'))).external_id, 'Zoë O''Neil, 井上', 'names of people are taken');
select refused(format($$select rowlock.user_create(external_id => 'x', password_hash => '$argon2id$v=19$%s$c2FsdHNhbHQ$aGFzaA', actor => who('chief'))$$, c),
  'PT400', 'argument_invalid', 'too_costly', format('a hash of %s would keep the service busy', c), 'password_hash')
from unnest(array['m=4194304,t=3,p=4', 'm=65536,t=10,p=4', 'm=65536,t=3,p=100', 'm=0065536000,t=3,p=4']) c;
select lives_ok($$select rowlock.user_create(external_id => 'strong', password_hash => '$argon2id$v=19$m=999999,t=9,p=16$c2FsdHNhbHQ$aGFzaA', actor => who('chief'))$$,
  'a strong one is taken');
select refused($$select rowlock.user_create(external_id => 'x', account_type => 'bot', password_hash => '$argon2id$x', actor => who('chief'))$$,
  'PT400', 'argument_invalid', 'bot', 'a bot has no password', 'password_hash');
select refused($$select rowlock.user_create(external_id => 'x', metadata => '[]', actor => who('chief'))$$,
  'PT400', 'argument_invalid', 'not_object', 'metadata is an object', 'metadata');
select refused($$select rowlock.user_create(external_id => 'x', metadata => jsonb_build_object('k', repeat('x', 32768)), actor => who('chief'))$$,
  'PT400', 'argument_invalid', 'too_large', 'metadata beyond 32 KiB is refused', 'metadata');

select refused(format($$select rowlock.user_create(external_id => 'x', actor => who(%L))$$, n),
  'PT403', 'actor_global', 'not_global', format('%s may not make accounts', n)) from unnest(array['worker', 'auditor', 'nobody', 'robot']) n;
select refused($$select rowlock.user_create(external_id => 'x', actor => who('suspended'))$$,
  'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
select is(who('x'), null, 'a refused call makes no account');
select is(
  (select array[(a.status)::text, (a.body ? 'password_hash')::text, a.body ->> 'external_id']
   from rowlock.user_create_answer(result => (select u from rowlock.user_account u where u.external_id = 'hashed')) a),
  '{201,false,hashed}', 'the answer is 201 and shows no hash');

select * from finish();
rollback;
