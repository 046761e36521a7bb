-- rowlock._retention_journal(rules, actor): say in the journal which runs of these rules have just ended.
-- Reads: rowlock.retention_rule, rowlock.retention_run. Writes: rowlock.event.
create or replace function rowlock._retention_journal(
  rules text[],
  actor uuid default null
)
returns void
language sql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
  -- All at the end of the work: readers of the journal wait for whoever has written to it.
  select count(rowlock._event_append(
    topic => 'retention.ran', subject_type => 'retention_rule', subject_id => n.rule, actor => _retention_journal.actor,
    payload => jsonb_build_object('run', n.id, 'action', n.action, 'rows', n.row_count, 'error_state', n.error_state)))
  from unnest(_retention_journal.rules) with ordinality k (name, place)
  join rowlock.retention_rule r on r.name = k.name
  join rowlock.retention_run n on n.rule = r.name and n.finished_at = r.finished_at
  where n.row_count > 0 or n.error_state is not null;
$$;

comment on function rowlock._retention_journal is
  'An event for each whose last batch ended a run that removed something, or failed. The caller has the locks of the rules.';
revoke all on function rowlock._retention_journal from public;
