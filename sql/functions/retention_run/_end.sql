-- rowlock._retention_run_end(rule, actor): the run of a rule that had more to do ends, because the rule is said anew.
-- Reads: rowlock.retention_rule. Writes: rowlock.retention_run, rowlock.event.
create or replace function rowlock._retention_run_end(
  rule  rowlock.retention_rule,
  actor uuid
)
returns void
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  update rowlock.retention_run n
  set finished_at = rule.finished_at
  where n.id = rule.run_id and n.finished_at is null;
  if found then
    perform rowlock._retention_journal(rules => array[rule.name], actor => actor);
  end if;
end;
$$;

comment on function rowlock._retention_run_end is
  'It ended with its last batch, which is journaled now; without one, nothing. The caller has the lock of the rule, which is given as it was before.';
revoke all on function rowlock._retention_run_end from public;
