-- rowlock._migration_finish(): refuse an install that is older than the schema it meets.
-- Reads: rowlock.migration.
create or replace function rowlock._migration_finish()
returns void
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_unknown text[];
begin
  select array_agg(m.name order by m.name) into v_unknown
  from rowlock.migration m
  where m.name <> all (string_to_array(coalesce(current_setting('rowlock.manifest', true), ''), ' '));
  if v_unknown is not null then
    raise exception 'the schema is newer than this installer'
      using errcode = 'PT409', constraint = 'migration_known',
            detail = jsonb_build_object('reason', 'newer', 'names', v_unknown)::text,
            hint = 'Install with the version that brought these migrations, or a later one.';
  end if;
end;
$$;

comment on function rowlock._migration_finish is
  'Compares the ledger with the migrations of this install. Raises PT409 when the ledger knows more.';
revoke all on function rowlock._migration_finish from public;
