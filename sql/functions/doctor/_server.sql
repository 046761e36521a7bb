-- rowlock._doctor_server(): version, what can be seen, and how full the server is.
create or replace function rowlock._doctor_server()
returns setof rowlock.doctor_check
language sql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
  with fact as materialized (
    select
      current_setting('server_version_num')::integer / 10000 as version,
      pg_notification_queue_usage() as queue,
      (select sum(d.numbackends) from pg_stat_database d) as connections,
      current_setting('max_connections')::integer as max_connections,
      d.datname, d.datcollversion as collation, pg_database_collation_actual_version(d.oid) as actual,
      age(d.datfrozenxid) as frozen, mxid_age(d.datminmxid) as multi
    from pg_database d
    where d.datname = current_database()
  )
  select c.name, c.state, c.detail, case when c.state <> 'ok' then c.hint end
  from fact f
  cross join lateral (values
    ('server version', case when f.version < 15 then 'fail' when f.version > 18 then 'warn' else 'ok' end,
      current_setting('server_version'), 'Postgres 15 to 18 are tested.'),
    ('encoding', case when current_setting('server_encoding') = 'UTF8' then 'ok' else 'warn' end,
      current_setting('server_encoding'), 'Make the database with encoding UTF8: other text cannot be stored.'),
    ('collation', case when f.collation is distinct from f.actual then 'warn' else 'ok' end,
      case when f.collation is distinct from f.actual
        then format('indexes were made with version %s, the system has %s', coalesce(f.collation, 'none'), coalesce(f.actual, 'none'))
        else coalesce('version ' || f.actual, 'does not depend on the system') end,
      format('Indexes of text may be out of order: reindex database %1$I, then alter database %1$I refresh collation version.', f.datname)),
    ('writable', case when pg_is_in_recovery() then 'warn' else 'ok' end,
      case when pg_is_in_recovery() then 'this is a standby' else 'this is a primary' end,
      'Verbs and the journal need the primary.'),
    ('statistics', case when rowlock._metric_visible() then 'ok' else 'warn' end,
      case when rowlock._metric_visible() then 'sessions of other logins can be seen'
        else 'sessions of other logins are hidden: their transactions and snapshots are not looked at' end,
      format('A superuser runs: grant pg_read_all_stats to %I', current_user)),
    ('notification queue', case when f.queue > 0.9 then 'fail' when f.queue > 0.5 then 'warn' else 'ok' end,
      format('%s %% in use', round(f.queue::numeric * 100)),
      'A session that listens is in a long transaction; at 100 % every commit that notifies fails.'),
    ('connections', case when f.connections > f.max_connections * 0.9 then 'warn' else 'ok' end,
      format('%s of %s', f.connections, f.max_connections), 'Use a pooler, or raise max_connections.'),
    ('transaction numbers', case
        when greatest(f.frozen, f.multi) > 1500000000 then 'fail' when greatest(f.frozen, f.multi) > 1000000000 then 'warn' else 'ok' end,
      format('the oldest row is %s transactions and %s groups of lockers old', f.frozen, f.multi), 'Vacuum the database; at 2,000,000,000 the server stops writing.')
  ) c (name, state, detail, hint);
$$;

comment on function rowlock._doctor_server is 'Checks of the server as a whole.';
revoke all on function rowlock._doctor_server from public;
