-- rowlock._database_holders(): whose snapshot or transaction is the oldest: vacuum removes nothing that they could see.
create or replace function rowlock._database_holders()
returns jsonb
language sql volatile security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
  with holder as materialized (
    select 'session' as kind, a.pid::text as name, a.usename::text as login, a.application_name as application, a.state,
      extract(epoch from clock_timestamp() - a.xact_start) as seconds, age(a.backend_xmin)::bigint as snapshot_age
    from pg_stat_activity a
    where a.datname = current_database() and a.pid <> pg_backend_pid() and a.xact_start is not null
      and a.backend_type is distinct from 'autovacuum worker'
    union all
    select 'prepared', p.gid, p.owner::text, null, null, extract(epoch from clock_timestamp() - p.prepared), age(p.transaction)::bigint
    from pg_prepared_xacts p
    where p.database = current_database()
    union all
    select 'slot', s.slot_name::text, null, null, case when s.active then 'active' else 'idle' end, null,
      greatest(age(s.xmin), age(s.catalog_xmin))::bigint
    from pg_replication_slots s
    where coalesce(s.xmin, s.catalog_xmin) is not null
    union all
    select 'replica', r.pid::text, r.usename::text, r.application_name, r.state, null, age(r.backend_xmin)::bigint
    from pg_stat_replication r
    where r.backend_xmin is not null
  )

  select coalesce(jsonb_agg(jsonb_build_object(
    'kind', h.kind, 'name', h.name, 'login', h.login, 'application', nullif(h.application, ''), 'state', h.state,
    'seconds', round(h.seconds), 'snapshot_age', h.snapshot_age)
    order by h.snapshot_age desc nulls last, h.seconds desc nulls last, h.kind, h.name), '[]')
  from (
    select h.*, row_number() over (order by h.snapshot_age desc nulls last) as by_age,
      row_number() over (order by h.seconds desc nulls last) as by_time
    from holder h
  ) h
  where h.by_age <= 10 or h.by_time <= 10;
$$;

comment on function rowlock._database_holders is
  'The ten oldest snapshots and the ten longest transactions of this database: sessions, prepared ones, slots, replicas. snapshot_age counts transactions. Sessions of other logins are there only where the owner may see them.';
revoke all on function rowlock._database_holders from public;
