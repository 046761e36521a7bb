-- rowlock.database_status(actor): how large the database is, whether vacuum keeps up, and who holds it back.
create or replace function rowlock.database_status(actor uuid default rowlock.actor_current())
returns rowlock.database_report
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform rowlock._actor_global(access => rowlock._actor_access(actor => actor));
  return row(
    current_database()::text, current_setting('server_version'), pg_is_in_recovery(), pg_database_size(current_database()),
    rowlock._metric_visible(), (select sum(d.numbackends) from pg_stat_database d), current_setting('max_connections'),
    rowlock._database_tables(), rowlock._database_indexes(), rowlock._database_holders(), rowlock._database_slots(),
    rowlock._database_replicas())::rowlock.database_report;
end;
$$;

comment on function rowlock.database_status is
  'How large the database is and what holds its vacuum back; sizes in bytes, rows as the statistics estimate them, scans since the statistics were reset. holders: who keeps vacuum from its work, by age of the snapshot in transactions and by seconds. is_visible false: what other logins do is hidden from the owner of the schema, who needs pg_read_all_stats. No statement that anybody runs is told. Needs global access. Raises PT401, PT403.
Answers: {
  "name": "rowlock", "version": "18.1", "is_standby": false, "bytes": 73400320, "is_visible": true, "connections": 12, "connection_limit": 100,
  "tables": [{"name": "escalation", "about|null": "What waits for an answer.", "rows": 1200, "dead_rows": 7, "bytes": 9437184, "index_bytes": 5242880,
    "vacuumed_at|null": "2026-03-01T09:00:00.000000Z", "analyzed_at|null": "2026-03-01T09:00:00.000000Z"}],
  "indexes": [{"name": "escalation_pkey", "table": "escalation", "about|null": "The primary key.", "bytes": 65536, "scans": 4711, "is_unique": true, "is_valid": true}],
  "holders": [{"kind": "session|prepared|slot|replica", "name": "4711", "login|null": "reports", "application|null": "psql", "state|text|null": "active",
    "seconds|null": 75, "snapshot_age|null": 120}],
  "slots": [{"name": "standby", "type|text": "physical", "active": true, "bytes|null": 0}],
  "replicas": [{"name": "standby", "state|text|null": "streaming", "sync_state|text|null": "async", "bytes|null": 0, "seconds|null": 0.02}]}';
revoke all on function rowlock.database_status from public;
select rowlock._function_grant('database_status', 'service', 'user', 'proxy');
