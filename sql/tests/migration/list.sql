begin;
\ir ../_fixtures.psql
select plan(3);

select results_eq('select m.* from rowlock.migration_list() m', 'select m.* from rowlock.migration m order by m.name', 'the ledger comes in order');
select is_empty($$select from rowlock.migration_list() m where m.schema_name <> 'rowlock' or m.sha256 !~ '^[0-9a-f]{64}$'$$,
  'every line has a digest and the schema that it was installed as');
select login('tap_user', 'user', who('chief'));
select refused($$select as_login('tap_user', 'select rowlock.migration_list()')$$, '42501', null, null, 'only the service reads the ledger');

select * from finish();
rollback;
