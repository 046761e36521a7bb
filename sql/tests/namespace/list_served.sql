begin;
\ir ../_fixtures.psql
select plan(3);

select rowlock.namespace_put(name => n, schema_name => n, status => s, hosts => array[n || '.org'], settings => '{"pool_size": 2}', actor => who('chief'))
from (values ('acme', 'active'), ('gone', 'disabled')) v (n, s);
select login('tap_service', 'service'), login('tap_user', 'user', who('worker'));
select is(as_login('tap_service', 'select array_agg(format(''%s %s %s'', s.name, s.is_own, s.settings)) from rowlock.namespace_list_served() s'),
  array['acme f {"pool_size": 2}', 'main t {}']::text, 'a service is told the active ones');
select is(as_login('tap_service', 'select array_agg(s.hosts) from rowlock.namespace_list_served() s where s.name = ''acme'''), '{{acme.org}}', 'and their hosts');
select throws_ok($$select as_login('tap_user', 'select rowlock.namespace_list_served()')$$, '42501', null, 'nobody else is');

select * from finish();
rollback;
