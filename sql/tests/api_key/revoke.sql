begin;
\ir ../_fixtures.psql
select plan(13);

select rowlock.user_create(external_id => 'twin', account_type => 'bot', actor => who('chief'));
create temp table key as
select n as owner, (rowlock.api_key_mint(user_id => who(n), name => 'k', actor => who('chief'))).id from unnest(array['robot', 'twin']) n;
create function key_of(name text) returns uuid language sql stable as $$ select k.id from key k where k.owner = key_of.name; $$;

select refused($$select rowlock.api_key_revoke(user_id => who('robot'), key_id => key_of('twin'), actor => who('chief'))$$,
  'PT404', 'api_key_exists', 'not_found', 'a key is found through its own bot only');
select refused(format($$select rowlock.api_key_revoke(user_id => who('robot'), key_id => key_of('robot'), actor => who(%L))$$, n),
  'PT403', 'actor_global', 'not_global', format('%s may not revoke', n)) from unnest(array['worker', 'nobody', 'robot']) n;
select is(
  (select row(r.id, r.user_id, r.name)::text from rowlock.api_key_revoke(user_id => who('robot'), key_id => key_of('robot'), actor => who('lead')) r),
  row(key_of('robot'), who('robot'), 'k')::text, 'the key that ended comes back, without the key');
select is((rowlock.api_key_revoke_answer(result => row(null, null, 'k', null, null, '2999-01-01Z', null, null)::rowlock.api_key_info)).body ->> 'expires_at',
  '2999-01-01T00:00:00.000000Z', 'the answer writes times in UTC');
select is_empty($$select from rowlock.api_key k where k.id = key_of('robot')$$, 'it is gone');
select refused($$select rowlock.api_key_revoke(user_id => who('robot'), key_id => key_of('robot'), actor => who('lead'))$$,
  'PT404', 'api_key_exists', 'not_found', 'a key is revoked once');
select refused(format($$select rowlock.api_key_revoke(user_id => %s, key_id => %s, actor => who('chief'))$$, u, k),
  'PT400', 'argument_invalid', 'missing', format('%s is required', f), f)
from (values ('null', 'key_of(''twin'')', 'user_id'), ('who(''twin'')', 'null', 'key_id')) a (u, k, f);
select refused($$select rowlock.api_key_revoke(user_id => who('worker'), key_id => key_of('twin'), actor => who('chief'))$$,
  'PT404', 'user_exists', 'no_bot', 'a person has no keys');
update rowlock.membership set type = 'superadmin' where user_id = who('robot');
select refused($$select rowlock.api_key_revoke(user_id => who('robot'), key_id => key_of('robot'), actor => who('chief_two'))$$,
  'PT403', 'api_key_owner', 'wider_owner', 'only a superadmin handles the keys of a superadmin');
select refused($$select rowlock.api_key_revoke(user_id => who('twin'), key_id => key_of('twin'), actor => who('suspended'))$$,
  'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
