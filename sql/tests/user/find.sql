begin;
\ir ../_fixtures.psql
select plan(6);

select is((select array_agg(u.id) from rowlock.user_find(external_id => 'worker') u), array[who('worker')], 'an account is found by its external id');
select is((select array_agg(u.id) from rowlock.user_find(external_id => 'suspended') u), array[who('suspended')], 'whatever its status');
select is_empty($$select * from rowlock.user_find(external_id => 'unknown')$$, 'an unknown name finds nothing');
select is((select array_agg(u.external_id) from rowlock.user_find() u), '{chief}', 'without a name it is the first superadmin');
update rowlock.user_account set status = 'suspended' where external_id = 'chief';
select is_empty($$select * from rowlock.user_find()$$, 'a superadmin who is not active is not found without a name');
select login('tap_service', 'service');
select refused($$select as_login('tap_service', 'select rowlock.user_find(external_id => ''worker'')')$$,
  '42501', null, null, 'only the owner may look accounts up with their hashes, not the service');

select * from finish();
rollback;
