-- rowlock._migration_due(name, sha256): must this migration still run? Refuses one that was edited after it ran.
-- Reads: rowlock.migration.
create or replace function rowlock._migration_due(
  name   text,
  sha256 text
)
returns boolean
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_seen rowlock.migration;
begin
  -- The names asked for in this transaction; _migration_finish compares them with the ledger.
  perform set_config('rowlock.manifest',
    coalesce(current_setting('rowlock.manifest', true), '') || ' ' || _migration_due.name, true);

  select m.* into v_seen from rowlock.migration m where m.name = _migration_due.name;
  if not found then
    return true;
  end if;
  if v_seen.schema_name <> 'rowlock' then
    raise exception 'the ledger was written under another schema name'
      using errcode = 'PT409', constraint = 'migration_schema',
            detail = jsonb_build_object('reason', 'renamed', 'schema', v_seen.schema_name)::text,
            hint = 'Give the schema its old name back.';
  end if;
  if v_seen.sha256 <> _migration_due.sha256 then
    raise exception 'an applied migration was edited'
      using errcode = 'PT409', constraint = 'migration_unchanged',
            detail = jsonb_build_object('reason', 'edited', 'name', v_seen.name)::text,
            hint = 'Put the file back as it was, and write a new migration.';
  end if;
  return false;
end;
$$;

comment on function rowlock._migration_due is
  'True when the migration has not run. Raises PT409 when it ran with another digest or under another schema name.';
revoke all on function rowlock._migration_due from public;
