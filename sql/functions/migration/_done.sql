-- rowlock._migration_done(name, sha256): write a migration that has just run into the ledger.
-- Writes: rowlock.migration.
create or replace function rowlock._migration_done(
  name   text,
  sha256 text
)
returns void
language sql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
  insert into rowlock.migration (name, sha256, schema_name)
  values (_migration_done.name, _migration_done.sha256, 'rowlock');
$$;

comment on function rowlock._migration_done is 'Records an applied migration with its digest.';
revoke all on function rowlock._migration_done from public;
