begin;
\ir ../_fixtures.psql
select plan(17);

select login('tap_user', 'user', who('worker')), login('tap_service', 'service'), login('tap_proxy', 'proxy'), login('tap_reader', 'reader');
-- current_of(login): for whom a session of it speaks, under the present setting.
create function current_of(name name) returns uuid language sql as $$
  select as_login(name, 'select rowlock.actor_current()')::uuid;
$$;

select is(rowlock.actor_current(), null, 'the owner speaks for nobody by itself');
select is(current_of('tap_user'), who('worker'), 'a user login speaks for its account');
select is(current_of('tap_service'), null, 'a service login speaks for nobody by itself');
select is(current_of('tap_proxy'), null, 'nor does a proxy');
select set_config('rowlock.actor', who('lead')::text, true);
select is(rowlock.actor_current(), who('lead'), 'the owner speaks for whom the setting names');
select is(current_of('tap_service'), who('lead'), 'so does a service login');
select is(current_of('tap_proxy'), who('lead'), 'so does a proxy');
select is(current_of('tap_user'), who('worker'), 'a user login speaks for its account, whatever the setting says');
select set_config('rowlock.actor', upper(who('lead')::text), true);
select is(current_of('tap_proxy'), who('lead'), 'an id in capitals is an id');
select refused(format($$select set_config('rowlock.actor', %L, true), current_of('tap_proxy')$$, v),
  'PT401', 'actor_setting', 'unparsable', format('%L in the setting is refused', v))
from unnest(array['worker', '1', ' ', '{00000000-0000-0000-0000-000000000000}', E'00000000-0000-0000-0000-000000000000\n', repeat('0', 32)]) v;
select set_config('rowlock.actor', '', true);
select is(current_of('tap_proxy'), null, 'an empty setting names nobody');
select set_config('rowlock.actor', who('lead')::text, true);
select refused($$select as_login('tap_reader', 'select rowlock.actor_current()')$$, '42501', null, null, 'a reader may not even ask');

select * from finish();
rollback;
