begin;
\ir ../_fixtures.psql
select plan(41);

create function put(
  name text, schema_name text default 'acme', hosts text[] default '{}', is_default boolean default false, dsn_name text default null,
  settings jsonb default '{}', status text default 'active', expected integer default null, by text default 'chief'
) returns rowlock.namespace language sql as $$
  select n from rowlock.namespace_put(
    name => put.name, schema_name => put.schema_name, hosts => put.hosts, is_default => put.is_default, dsn_name => put.dsn_name,
    settings => put.settings, status => put.status, expected_version => put.expected, actor => who(put.by)) n;
$$;
select is((select row(n.schema_name, n.dsn_name, n.is_default, n.status, n.version) from rowlock.namespace n),
  row('rowlock'::text, null::text, true, 'active'::text, 1), 'a registry begins with its own schema, as the default');
select is((select row(n.schema_name, n.hosts, n.status, n.version) from put('acme', hosts => '{b.example.org,A.Example.org,b.example.org}') n),
  row('acme'::text, '{a.example.org,b.example.org}'::text[], 'active'::text, 1), 'a tenant is registered, its hosts in small letters');
select is((select row(v.subject_id, v.role, v.payload ->> 'change', v.payload -> 'hosts', v.actor) from rowlock.event v where v.topic = 'namespace.changed'),
  row('acme'::text, null::text, 'put'::text, '["a.example.org", "b.example.org"]'::jsonb, who('chief')), 'the journal tells who did, to global accounts');
select is((select row(n.hosts, n.version) from put('acme') n), row('{}'::text[], 2), 'the same name says it anew as a whole');
select is((put('far', 'acme', dsn_name => 'EU')).dsn_name, 'EU', 'a schema of this name in another database is another schema');
select is((put('main', 'rowlock', '{main.example.org}')).is_default, false, 'the own schema gets hosts, and need not be the default');
select is((put('acme', is_default => true, settings => '{"pool_size": 2, "timers": false}')).settings, '{"pool_size": 2, "timers": false}', 'another one may be it');

-- Which one it is said anew of
select is((put('new', 'new', expected => 0)).version, 1, 'version 0 is one that is not there yet');
select is((put('new', 'new', '{new.example.org}', expected => 1)).version, 2, 'the version that was read is said anew');
select refused(format($$select put('new', 'new', expected => %s)$$, v), 'PT409', 'namespace_version', 'changed', format('not as of version %s', v)) from unnest('{0,1,3}'::integer[]) v;
select is((select row(n.version, n.hosts) from rowlock.namespace n where n.name = 'new'), row(2, '{new.example.org}'::text[]), 'and it stays as it is');

select refused(c, 'PT400', 'argument_invalid', r, format('%s: %s', f, r), f)
from (values
  ('select put(null)', 'missing', 'name'), ('select put(''Acme'')', 'form', 'name'), ('select put(''acme-'')', 'form', 'name'),
  ('select put(repeat(''x'', 64))', 'too_long', 'name'),
  ('select put(''a'', null)', 'missing', 'schema_name'), ('select put(''a'', ''a-b'')', 'form', 'schema_name'),
  ('select put(''a'', ''a'', dsn_name => ''eu'')', 'form', 'dsn_name'), ('select put(''a'', ''a'', status => ''away'')', 'unknown', 'status'),
  ('select put(''a'', ''a'', ''{*.example.org}'')', 'form', 'hosts'), ('select put(''a'', ''a'', ''{example.org:80}'')', 'form', 'hosts'),
  ('select put(''a'', ''a'', ''{127.0.0.1}'')', 'form', 'hosts'), ('select put(''a'', ''a'', ''{localhost}'')', 'form', 'hosts'),
  ('select put(''a'', ''a'', ''{null}'')', 'form', 'hosts'),
  ('select put(''a'', ''a'', array(select i || ''.org'' from generate_series(1, 101) i))', 'too_many', 'hosts'),
  ('select put(''a'', ''a'', settings => ''[]'')', 'not_object', 'settings'),
  ('select put(''a'', ''a'', settings => ''{"jwt_secret": "x"}'')', 'unknown', 'jwt_secret'),
  ('select put(''a'', ''a'', settings => ''{"pool_size": 0}'')', 'out_of_range', 'pool_size'),
  ('select put(''a'', ''a'', settings => ''{"oidc_issuer": "https://i"}'')', 'oidc', 'settings'),
  ('select put(''a'', ''a'', settings => ''{"oidc_jwks": "/etc/passwd"}'')', 'form', 'oidc_jwks')) v (c, r, f);

select put('acme', hosts => '{a.example.org}', is_default => true);
select refused('select put(''b'')', 'PT409', 'namespace_schema_taken', 'schema_taken', 'one schema has one name');
select refused('select put(''b'', ''b'', ''{x.example.org,a.example.org}'')', 'PT409', 'namespace_host_taken', 'host_taken', 'a host is of one tenant');
select refused('select put(''b'', ''b'', is_default => true)', 'PT409', 'namespace_default_taken', 'default_taken', 'there is one default');
select refused(format('select put(''main'', %s)', c), 'PT409', 'namespace_own', 'own', format('of the own schema not: %s', c))
from unnest(array['''other''', '''rowlock'', dsn_name => ''EU''', '''rowlock'', status => ''disabled''', '''rowlock'', settings => ''{"pool_size": 3}''']) c;
select refused('select put(''b'', ''b'', by => ''lead'')', 'PT403', 'actor_global', 'not_global', 'the admin of a role may not');
select refused('select put(''b'', ''b'', by => ''suspended'')', 'PT401', 'actor_active', 'not_active', 'nor a suspended account');

select * from finish();
rollback;
