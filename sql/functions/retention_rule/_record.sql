-- rowlock._retention_rule_record(rule): a rule as every surface shows it.
-- Reads: rowlock.retention_subject.
create or replace function rowlock._retention_rule_record(rule rowlock.retention_rule)
returns jsonb
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select jsonb_build_object(
      'name', rule.name,
      'subject', rule.subject,
      'action', rule.action,
      'older_than', rule.older_than::text,
      'counted_from', s.counted_from,
      'enabled', rule.enabled,
      'every', rule.every::text,
      'batch_rows', rule.batch_rows,
      'past_consumers', rule.past_consumers,
      'version', rule.version,
      'due_at', rowlock._time_iso(rule.due_at),
      'started_at', rowlock._time_iso(rule.started_at),
      'finished_at', rowlock._time_iso(rule.finished_at),
      'streak', rule.streak,
      'created_at', rowlock._time_iso(rule.created_at),
      'updated_at', rowlock._time_iso(rule.updated_at))
    from rowlock.retention_subject s
    where s.subject = rule.subject);
end;
$$;

comment on function rowlock._retention_rule_record is
  'The rule as JSON; started_at, finished_at: of its last batch; streak: how many failed since one that did not.
Record retention_rule: {
  "name": "events", "subject": "event", "action": "delete|archive", "older_than": "30 days", "counted_from": "when it was journaled",
  "enabled": true, "every": "01:00:00", "batch_rows": 50000, "past_consumers": false, "version": 1,
  "due_at": "2026-03-01T10:00:00.000000Z", "started_at|null": "2026-03-01T09:00:00.000000Z",
  "finished_at|null": "2026-03-01T09:00:00.100000Z", "streak": 0,
  "created_at": "2026-02-01T09:00:00.000000Z", "updated_at": "2026-02-01T09:00:00.000000Z"}';
revoke all on function rowlock._retention_rule_record from public;
