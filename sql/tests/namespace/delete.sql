begin;
\ir ../_fixtures.psql
select plan(6);

create function gone(name text, by text default 'chief') returns rowlock.namespace language sql as $$
  select n from rowlock.namespace_delete(name => gone.name, actor => who(gone.by)) n;
$$;
select rowlock.namespace_put(name => 'acme', schema_name => 'acme', actor => who('chief'));
select is((rowlock.namespace_delete_answer(gone('acme'))).body ->> 'schema_name', 'acme', 'a tenant goes, and is told as it was');
select is((select row(v.payload ->> 'change', v.version) from rowlock.event v where v.topic = 'namespace.changed' order by v.seq desc limit 1),
  row('deleted'::text, 2), 'the journal tells it');
select refused('select gone(''acme'')', 'PT404', 'namespace_exists', 'not_found', 'once');
select refused('select gone(''main'')', 'PT409', 'namespace_own', 'own', 'the own schema stays');
select refused('select gone(null)', 'PT400', 'argument_invalid', 'missing', 'a name is needed', 'name');
select refused('select gone(''main'', ''lead'')', 'PT403', 'actor_global', 'not_global', 'the admin of a role may not');

select * from finish();
rollback;
