begin;
\ir ../_fixtures.psql
select plan(9);

select refused($$select rowlock.user_create_first(external_id => 'first')$$,
  'PT409', 'user_first', 'exists', 'while there is an active superadmin, there is no first one');
update rowlock.user_account set status = 'inactive' where external_id = 'chief';
select last_seq() as seq \gset
select refused($$select rowlock.user_create_first(external_id => 'worker')$$,
  'PT409', 'user_external_id_taken', 'taken', 'an account that exists is not made a superadmin');
select refused($$select rowlock.user_create_first(external_id => '')$$,
  'PT400', 'argument_invalid', 'missing', 'a name is required', 'external_id');
select refused($$select rowlock.user_create_first(external_id => 'first', password_hash => 'secret')$$,
  'PT400', 'argument_invalid', 'not_a_hash', 'a password in the clear is refused', 'password_hash');
select is((rowlock.user_create_first(external_id => 'first', password_hash => '$argon2id$x')).external_id, 'first',
  'an inactive superadmin does not count');
select is((rowlock.actor_access(actor => who('first'))).is_global, true, 'the first superadmin is global');
select is(
  (select array_agg(array[v.topic, v.role, v.payload ->> 'type'])::text from events_since(:seq) v),
  '{{membership.changed,superadmin,superadmin}}', 'the membership is journaled, and nothing of the refused calls');
select refused($$select rowlock.user_create_first(external_id => 'second')$$,
  'PT409', 'user_first', 'exists', 'there is one first superadmin');
select login('tap_service', 'service');
select refused($$select as_login('tap_service', 'select rowlock.user_create_first(external_id => ''x'')')$$,
  '42501', null, null, 'only the owner may make the first superadmin, not the service');

select * from finish();
rollback;
