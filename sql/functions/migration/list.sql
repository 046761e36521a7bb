-- rowlock.migration_list(): the ledger, so that a service can tell whether it fits the schema.
-- Reads: rowlock.migration.
create or replace function rowlock.migration_list()
returns setof rowlock.migration
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select m.* from rowlock.migration m order by m.name;
$$;

comment on function rowlock.migration_list is 'Every applied migration, in order.';
revoke all on function rowlock.migration_list from public;
select rowlock._function_grant('migration_list', 'service');
