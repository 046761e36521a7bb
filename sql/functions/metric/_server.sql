-- rowlock._metric_server(at): what keeps vacuum from its work, and how full the server is.
create or replace function rowlock._metric_server(at timestamptz)
returns setof rowlock.metric
language sql volatile security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
  with own as materialized (
    select c.oid, c.relname
    from pg_class c
    where c.relnamespace = 'rowlock'::regnamespace and c.relkind = 'r'
  ),
  activity as materialized (
    select max(age(a.backend_xmin)) as xmin, extract(epoch from _metric_server.at - min(a.xact_start)) as seconds
    from pg_stat_activity a
    where a.datname = current_database() and a.pid <> pg_backend_pid()
      and a.backend_type is distinct from 'autovacuum worker'
  ),
  prepared as materialized (
    select
      count(*) as count, max(age(p.transaction)) as xmin, extract(epoch from _metric_server.at - min(p.prepared)) as seconds
    from pg_prepared_xacts p
    where p.database = current_database()
  ),
  slot as materialized (
    select
      count(*) filter (where not s.active) as idle, max(greatest(age(s.xmin), age(s.catalog_xmin))) as xmin,
      max(pg_wal_lsn_diff(case when not pg_is_in_recovery() then pg_current_wal_lsn() end, s.restart_lsn)) as bytes
    from pg_replication_slots s
  )
  select m.name, m.help, m.labels, m.value
  from (
    select 'table_rows' as name, 'Live rows, as the statistics have them.' as help,
      jsonb_build_object('table', o.relname) as labels, pg_stat_get_live_tuples(o.oid)::double precision as value
    from own o
    union all
    select 'table_dead_rows', 'Dead rows that vacuum has not removed.',
      jsonb_build_object('table', o.relname), pg_stat_get_dead_tuples(o.oid)
    from own o
    union all
    select 'table_bytes', 'Size on disk, with indexes and long values.',
      jsonb_build_object('table', o.relname), pg_total_relation_size(o.oid)
    from own o
    union all
    select 'oldest_xmin_age', 'Transactions since the oldest snapshot that vacuum must respect, by who holds it.',
      jsonb_build_object('holder', h.holder), h.xmin
    from activity a, prepared p, slot s, lateral (values
      ('session', case when rowlock._metric_visible() then coalesce(a.xmin, 0) end),
      ('prepared', coalesce(p.xmin, 0)),
      ('slot', coalesce(s.xmin, 0))) h (holder, xmin)
    union all
    select g.name, g.help, '{}', g.value
    from activity a, prepared p, slot s, lateral (values
      ('oldest_transaction_seconds', 'Age of the oldest open transaction of this database.',
        case when rowlock._metric_visible() then coalesce(a.seconds, 0) end),
      ('prepared_transactions', 'Prepared transactions of this database.', p.count),
      ('oldest_prepared_seconds', 'Age of the oldest of them.', coalesce(p.seconds, 0)),
      ('replication_slots_idle', 'Replication slots that nobody reads.', s.idle),
      ('replication_slot_bytes', 'Log that the slot furthest behind keeps from being removed.', coalesce(s.bytes, 0)),
      ('notify_queue_usage', 'Part of the queue of notifications in use; at 1 commits fail.',
        pg_notification_queue_usage()::numeric),
      ('server_connections', 'Connections of all databases of the server.',
        (select sum(d.numbackends) from pg_stat_database d)),
      ('server_connections_max', 'How many there may be.', current_setting('max_connections')::numeric)
    ) g (name, help, value)
  ) m
  where m.value is not null;
$$;

comment on function rowlock._metric_server is 'Samples of the server; those of other logins'' sessions only where the owner may see them.';
revoke all on function rowlock._metric_server from public;
