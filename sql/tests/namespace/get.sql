begin;
\ir ../_fixtures.psql
select plan(4);

select is((rowlock.namespace_get_answer(rowlock.namespace_get(name => 'main', actor => who('chief_two')))).body - 'created_at' - 'updated_at' - 'description',
  '{"name": "main", "schema_name": "rowlock", "dsn_name": null, "hosts": [], "is_default": true, "is_own": true, "status": "active", "settings": {}, "version": 1}',
  'HTTP answers all that is registered');
select refused('select rowlock.namespace_get(name => ''none'', actor => who(''chief''))', 'PT404', 'namespace_exists', 'not_found', 'another name is none');
select refused('select rowlock.namespace_get(name => null, actor => who(''chief''))', 'PT400', 'argument_invalid', 'missing', 'a name is needed', 'name');
select refused('select rowlock.namespace_get(name => ''main'', actor => who(''lead''))', 'PT403', 'actor_global', 'not_global', 'the admin of a role may not');

select * from finish();
rollback;
