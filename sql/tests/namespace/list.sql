begin;
\ir ../_fixtures.psql
select plan(3);

select rowlock.namespace_put(name => 'acme', schema_name => 'acme', status => 'disabled', actor => who('chief'));
select is((select array_agg(n.name) from rowlock.namespace_list(actor => who('chief')) n), '{acme,main}', 'all of them, by name');
select is((rowlock.namespace_list_answer(array(select n from rowlock.namespace_list(actor => who('chief')) n))).body #>> '{namespaces,0,status}', 'disabled',
  'disabled ones too');
select refused('select rowlock.namespace_list(actor => who(''lead''))', 'PT403', 'actor_global', 'not_global', 'the admin of a role may not');

select * from finish();
rollback;
