begin;
\ir ../_fixtures.psql
select plan(29);

create temp table minted as
select m.* from rowlock.api_key_mint(user_id => who('robot'), name => 'first', scopes => '{read}', expires_at => '2999-01-01Z', actor => who('lead')) m;
select matches((select m.key from minted m), '^rl_[0-9a-f]{12}_[0-9a-f]{64}$', 'the key is rl_, a prefix and a secret of 256 bits');
select is((select split_part(m.key, '_', 2) from minted m), (select m.key_prefix from minted m), 'the prefix stands in the key');
select is((select row(m.user_id, m.name, m.scopes, m.expires_at)::text from minted m),
  row(who('robot'), 'first', '{read}'::text[], '2999-01-01Z'::timestamptz)::text, 'a key is made as it was asked for');
select is(
  (select k.key_hash from rowlock.api_key k join minted m using (id)), (select sha256(convert_to(m.key, 'UTF8')) from minted m),
  'only the sha256 of the whole key is kept');
select is((select k.created_by from rowlock.api_key k join minted m using (id)), who('lead'), 'it is kept who minted it');
select is(
  (rowlock.api_key_mint_answer(result => rowlock.api_key_mint(user_id => who('robot'), name => 'z', expires_at => '2999-01-01Z', actor => who('lead')))).body ->> 'expires_at',
  '2999-01-01T00:00:00.000000Z', 'the answer writes times in UTC');
select is_empty($$select from rowlock.api_key k join minted m using (id) where k::text like '%' || split_part(m.key, '_', 3) || '%'$$,
  'the secret stands nowhere');
select is((rowlock.api_key_mint(user_id => who('robot'), name => 'second', actor => who('chief'))).scopes, '{}', 'without scopes a key may all that its owner may');
select is((rowlock.api_key_mint(
  user_id => who('robot'), name => 'often', scopes => '{{read,host},{read,read}}', actor => who('chief'))).scopes,
  '{host,read}', 'a scope that is named often is kept once');
select isnt(
  (rowlock.api_key_mint(user_id => who('robot'), name => 'third', scopes => null, actor => who('chief_two'))).key,
  (select m.key from minted m), 'every key is another');

select refused($$select rowlock.api_key_mint(user_id => who('robot'), name => 'first', actor => who('chief'))$$,
  'PT409', 'api_key_name_taken', 'taken', 'a name is given once an owner');
select refused(format($$select rowlock.api_key_mint(user_id => who('robot'), name => %L, actor => who('chief'))$$, n),
  'PT400', 'argument_invalid', 'missing', format('name %L is refused', n), 'name') from unnest(array['', null]) n;
select refused($$select rowlock.api_key_mint(user_id => who('robot'), name => repeat('x', 201), actor => who('chief'))$$,
  'PT400', 'argument_invalid', 'too_long', 'a name of 201 characters is refused', 'name');
select refused(format($$select rowlock.api_key_mint(user_id => who('robot'), name => 'x', scopes => %L, actor => who('chief'))$$, s),
  'PT400', 'argument_invalid', 'unknown', format('scopes %s are refused', s), 'scopes') from unnest(array['{admin}', '{read,write}', '{NULL}']) s;
select refused($$select rowlock.api_key_mint(user_id => who('robot'), name => 'x', scopes => array_fill('read'::text, array[101]), actor => who('chief'))$$,
  'PT400', 'argument_invalid', 'too_many', 'a list of scopes has a length', 'scopes');
select refused($$select rowlock.api_key_mint(user_id => who('robot'), name => 'x', expires_at => now(), actor => who('chief'))$$,
  'PT400', 'argument_invalid', 'not_in_future', 'a key does not expire before it is made', 'expires_at');
select refused($$select rowlock.api_key_mint(user_id => null, name => 'x', actor => who('chief'))$$,
  'PT400', 'argument_invalid', 'missing', 'no account is refused', 'user_id');
select refused(format($$select rowlock.api_key_mint(user_id => %s, name => 'x', actor => who('chief'))$$, u),
  'PT404', 'user_exists', reason, label)
from (values ('gen_random_uuid()', 'not_found', 'an unknown account has no keys'),
  ('who(''worker'')', 'no_bot', 'a person has no keys')) v (u, reason, label);

-- Who may: a key can do what its owner can
select refused(format($$select rowlock.api_key_mint(user_id => who('robot'), name => 'x', actor => who(%L))$$, n),
  'PT403', 'actor_global', 'not_global', format('%s may not mint', n)) from unnest(array['worker', 'nobody', 'robot']) n;
insert into rowlock.membership (user_id, role) values (who('robot'), 'engineer');
select refused($$select rowlock.api_key_mint(user_id => who('robot'), name => 'x', actor => who('lead'))$$,
  'PT403', 'api_key_owner', 'wider_owner', 'an admin mints no key that reaches beyond the own roles');
update rowlock.membership set type = 'superadmin' where user_id = who('robot') and role = 'engineer';
select refused($$select rowlock.api_key_mint(user_id => who('robot'), name => 'x', actor => who('chief_two'))$$,
  'PT403', 'api_key_owner', 'wider_owner', 'only a superadmin mints for a superadmin');
select lives_ok($$select rowlock.api_key_mint(user_id => who('robot'), name => 'x', actor => who('chief'))$$, 'a superadmin does');
select refused($$select rowlock.api_key_mint(user_id => who('robot'), name => 'y', actor => who('suspended'))$$,
  'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
