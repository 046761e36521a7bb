begin;
\ir ../_fixtures.psql
select plan(13);

select rowlock.user_create(external_id => 'twin', account_type => 'bot', actor => who('chief'));
select rowlock.api_key_mint(user_id => who('robot'), name => n, actor => who('chief')) from unnest(array['b', 'a']) n;
select rowlock.api_key_mint(user_id => who('twin'), name => 'c', actor => who('chief'));

select is((select array_agg(k.name) from rowlock.api_key_list(user_id => who('robot'), actor => who('lead')) k), '{b,a}',
  'the keys of the bot come, oldest first, and no others');
select is_empty($$select from rowlock.api_key_list(user_id => who('robot'), actor => who('chief')) l join rowlock.api_key k using (id)
  where l::text like '%' || encode(k.key_hash, 'hex') || '%'$$, 'no digest is shown');
select is((rowlock.api_key_list_answer(result => array(
  select k from rowlock.api_key_list(user_id => who('twin'), actor => who('chief')) k))).body -> 'total', '1', 'the answer has a total');
update rowlock.api_key set created_at = '2020-01-01Z', last_used_at = '2020-01-02Z' where name = 'c';
select is(((rowlock.api_key_list_answer(result => array(
  select k from rowlock.api_key_list(user_id => who('twin'), actor => who('chief')) k))).body -> 'api_keys' -> 0) - array['id', 'user_id', 'key_prefix'],
  '{"name": "c", "scopes": [], "expires_at": null, "created_at": "2020-01-01T00:00:00.000000Z", "last_used_at": "2020-01-02T00:00:00.000000Z"}',
  'each as it is, times in UTC');
select is((select array_agg(o order by o) from jsonb_object_keys((rowlock.api_key_list_answer(result => array(
  select k from rowlock.api_key_list(user_id => who('twin'), actor => who('chief')) k))).body #> '{api_keys,0}') o),
  '{created_at,expires_at,id,key_prefix,last_used_at,name,scopes,user_id}', 'with these facts and no others');
select is((rowlock.api_key_list_answer(result => '{}')).body, '{"total": 0, "api_keys": []}', 'no keys are an empty list');
select refused($$select rowlock.api_key_list(user_id => who('worker'), actor => who('chief'))$$,
  'PT404', 'user_exists', 'no_bot', 'a person has no keys');
select refused($$select rowlock.api_key_list(user_id => null, actor => who('chief'))$$,
  'PT400', 'argument_invalid', 'missing', 'no account is refused', 'user_id');
select refused(format($$select rowlock.api_key_list(user_id => who('robot'), actor => who(%L))$$, n),
  'PT403', 'actor_global', 'not_global', format('%s may not list keys', n)) from unnest(array['worker', 'nobody', 'robot']) n;
insert into rowlock.membership (user_id, role) values (who('twin'), 'engineer');
select refused($$select rowlock.api_key_list(user_id => who('twin'), actor => who('lead'))$$,
  'PT403', 'api_key_owner', 'wider_owner', 'an admin sees no keys that reach beyond the own roles');
select refused($$select rowlock.api_key_list(user_id => who('robot'), actor => who('suspended'))$$,
  'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
