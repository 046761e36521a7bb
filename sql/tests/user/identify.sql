begin;
\ir ../_fixtures.psql
select plan(6);

update rowlock.user_account set provisioned_at = now() where external_id in ('worker', 'suspended', 'robot');
select is(rowlock.user_identify(external_id => 'worker'), who('worker'), 'a person whom single sign-on knows');
select is(rowlock.user_identify(external_id => 'suspended'), who('suspended'), 'of any status: the verb judges that');
select refused(format($$select rowlock.user_identify(external_id => %L)$$, n), 'PT401', 'user_provisioned', 'unprovisioned', format('%L is not known', n))
from unnest(array['lead', 'robot', null]) n;
select login('tap_user', 'user', who('chief'));
select refused($$select as_login('tap_user', 'select rowlock.user_identify(external_id => ''worker'')')$$, '42501', null, null, 'only the service identifies');

select * from finish();
rollback;
