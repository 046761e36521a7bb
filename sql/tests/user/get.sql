begin;
\ir ../_fixtures.psql
select plan(12);

select is((rowlock.user_get(id => who('worker'), actor => who('worker'))).external_id, 'worker', 'an account reads itself');
select is((rowlock.user_get(id => who('worker'), actor => who('worker'))).password_hash, null, 'not its own hash');
select is((rowlock.user_get(id => who('worker'), actor => who('chief'))).password_hash, null, 'nor does a superadmin');
select is((rowlock.user_get(id => who('suspended'), actor => who('lead'))).status, 'suspended', 'an admin of any role reads others');
select refused(format($$select rowlock.user_get(id => who('lead'), actor => who(%L))$$, n),
  'PT403', 'actor_global', 'not_global', format('%s may not read others', n)) from unnest(array['worker', 'auditor', 'nobody']) n;
select refused($$select rowlock.user_get(id => gen_random_uuid(), actor => who('worker'))$$,
  'PT403', 'actor_global', 'not_global', 'whether an id is taken is not told to who may not read it');
select refused($$select rowlock.user_get(id => gen_random_uuid(), actor => who('chief'))$$,
  'PT404', 'user_exists', 'not_found', 'an unknown id does not exist');
select refused($$select rowlock.user_get(id => null, actor => who('chief'))$$,
  'PT400', 'argument_invalid', 'missing', 'no id is refused', 'id');
select refused($$select rowlock.user_get(id => who('suspended'), actor => who('suspended'))$$,
  'PT401', 'actor_active', 'not_active', 'a suspended account may not even read itself');
select is(
  (select array_agg(k order by k) from rowlock.user_get_answer(result => rowlock.user_get(id => who('worker'), actor => who('chief'))) a,
    jsonb_object_keys(a.body) k),
  '{account_type,created_at,display_name,email,external_id,id,metadata,status,updated_at}', 'the answer has these keys and no others');

select * from finish();
rollback;
