-- rowlock._database_replicas(): who streams the log, and how far behind they are.
create or replace function rowlock._database_replicas()
returns jsonb
language sql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'name', coalesce(nullif(r.application_name, ''), r.pid::text), 'state', r.state, 'sync_state', r.sync_state,
    'bytes', case when not pg_is_in_recovery() then greatest(pg_wal_lsn_diff(pg_current_wal_lsn(), r.replay_lsn), 0) end,
    'seconds', round(extract(epoch from r.replay_lag)::numeric, 3))
    order by r.application_name, r.pid), '[]')
  from pg_stat_replication r;
$$;

comment on function rowlock._database_replicas is
  'Standbys that are connected, with the bytes and seconds of log that they have not replayed; null where the owner may not see it.';
revoke all on function rowlock._database_replicas from public;
