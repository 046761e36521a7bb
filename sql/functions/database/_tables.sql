-- rowlock._database_tables(): how large each table of the schema is, and when it was cleaned up.
create or replace function rowlock._database_tables()
returns jsonb
language sql volatile security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'name', t.relname,
    'about', obj_description(t.oid, 'pg_class'),
    'rows', greatest(pg_stat_get_live_tuples(t.oid), t.reltuples::bigint, 0),
    'dead_rows', pg_stat_get_dead_tuples(t.oid),
    'bytes', t.bytes + t.index_bytes,
    'index_bytes', t.index_bytes,
    'vacuumed_at', rowlock._time_iso(greatest(pg_stat_get_last_vacuum_time(t.oid), pg_stat_get_last_autovacuum_time(t.oid))),
    'analyzed_at', rowlock._time_iso(greatest(pg_stat_get_last_analyze_time(t.oid), pg_stat_get_last_autoanalyze_time(t.oid))))
    order by t.bytes + t.index_bytes desc, t.relname), '[]')
  from (
    select c.oid, c.relname, c.reltuples, pg_table_size(c.oid) as bytes, pg_indexes_size(c.oid) as index_bytes
    from pg_class c
    where c.relnamespace = 'rowlock'::regnamespace and c.relkind = 'r'
  ) t;
$$;

comment on function rowlock._database_tables is
  'Tables, the largest first; rows and dead_rows as the statistics have them, bytes with long values and indexes.';
revoke all on function rowlock._database_tables from public;
