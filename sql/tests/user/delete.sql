begin;
\ir ../_fixtures.psql
select plan(18);

select login('tap_user', 'user', who('worker'));
select ask('held'), hold('held', 'worker');
select rowlock.persona_create(key => 'clerk', actor => who('chief')), rowlock.user_persona_grant(user_id => who('robot'), key => 'clerk', actor => who('chief'));
select rowlock.api_key_mint(user_id => who('robot'), name => 'k', actor => who('chief'));
select who('worker') as worker, who('robot') as robot, last_seq() as seq \gset

select is((rowlock.user_delete(id => who('robot'), actor => who('chief_two'))).external_id, 'robot', 'the account that ended comes back');
select is(who('robot'), null, 'it is gone');
select is_empty(format($$select from rowlock.api_key k where k.user_id = %L$$, :'robot'), 'its keys are gone');
select is_empty(format($$select from rowlock.membership m where m.user_id = %L$$, :'robot'), 'its memberships');
select is_empty(format($$select from rowlock.user_persona h where h.user_id = %L$$, :'robot'), 'its personas');
select is(
  (select row(v.topic, v.role, v.assigned_to, v.actor, v.payload ->> 'change')::text from events_since(:seq) v),
  row('membership.changed', 'reviewer', :'robot'::uuid, who('chief_two'), 'revoked')::text, 'each membership that ended is journaled');
select is((rowlock.user_delete(id => who('worker'), actor => who('chief'))).password_hash, null, 'no hash is shown');
select is((state_of('held')).assigned_to, :'worker'::uuid, 'rows keep its id');
select refused($$select as_login('tap_user', 'select rowlock.actor_access()')$$, 'PT401', 'login_registered', 'unregistered', 'its login speaks for nobody');
select refused(format($$select rowlock.user_delete(id => %L, actor => who('chief'))$$, :'worker'), 'PT404', 'user_exists', 'not_found', 'an account ends once');
select refused($$select rowlock.user_delete(id => null, actor => who('chief'))$$, 'PT400', 'argument_invalid', 'missing', 'no account is refused', 'id');

select refused(format($$select rowlock.user_delete(id => who('nobody'), actor => who(%L))$$, n), 'PT403', 'actor_global', 'not_global', format('%s may not', n))
from unnest(array['lead', 'nobody']) n;
select refused($$select rowlock.user_delete(id => who('chief'), actor => who('chief_two'))$$,
  'PT403', 'user_owner', 'wider_account', 'only a superadmin deletes a superadmin');
select refused($$select rowlock.user_delete(id => who('chief'), actor => who('chief'))$$,
  'PT409', 'user_last_superadmin', 'last_superadmin', 'the last active superadmin stays');
update rowlock.membership set type = 'superadmin' where user_id = who('suspended');
select refused($$select rowlock.user_delete(id => who('chief'), actor => who('chief'))$$,
  'PT409', 'user_last_superadmin', 'last_superadmin', 'beside a suspended one too');
select lives_ok($$select rowlock.user_delete(id => who('suspended'), actor => who('chief'))$$, 'a superadmin that is not active may go');
select refused($$select rowlock.user_delete(id => who('nobody'), actor => gen_random_uuid())$$, 'PT401', 'actor_active', 'not_active', 'an unknown actor is refused');

select * from finish();
rollback;
