-- rowlock._retention_rule_journal(rule, change, actor): say in the journal that a rule is another.
-- Writes: rowlock.event.
create or replace function rowlock._retention_rule_journal(
  rule   rowlock.retention_rule,
  change text,
  actor  uuid
)
returns bigint
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
set intervalstyle = 'postgres'
as $$
begin
  return rowlock._event_append(
    topic => 'retention.changed', subject_type => 'retention_rule', subject_id => rule.name, version => rule.version,
    actor => _retention_rule_journal.actor,
    payload => jsonb_build_object(
      'change', change, 'subject', rule.subject, 'action', rule.action, 'older_than', rule.older_than::text,
      'enabled', rule.enabled));
end;
$$;

comment on function rowlock._retention_rule_journal is
  'Appends retention.changed; change: put, patched or deleted.';
revoke all on function rowlock._retention_rule_journal from public;
