-- rowlock._doctor_vacuum(): is vacuum on, does it keep up, and who holds it back?
create or replace function rowlock._doctor_vacuum()
returns setof rowlock.doctor_check
language sql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
  with own as materialized (
    select c.relname, pg_stat_get_live_tuples(c.oid) as live, pg_stat_get_dead_tuples(c.oid) as dead,
      'autovacuum_enabled=false' = any (coalesce(c.reloptions, '{}')) as off
    from pg_class c
    where c.relnamespace = 'rowlock'::regnamespace and c.relkind = 'r'
  ),
  session as materialized (
    select a.pid, a.usename, a.application_name, a.state, clock_timestamp() - a.xact_start as age, age(a.backend_xmin) as xmin
    from pg_stat_activity a
    where a.datname = current_database() and a.pid <> pg_backend_pid()
      and a.backend_type is distinct from 'autovacuum worker'
  ),
  prepared as materialized (
    select p.gid, clock_timestamp() - p.prepared as age, age(p.transaction) as xmin
    from pg_prepared_xacts p
    where p.database = current_database()
  ),
  slot as materialized (
    select s.slot_name, s.active, s.wal_status, greatest(age(s.xmin), age(s.catalog_xmin)) as xmin,
      pg_wal_lsn_diff(case when not pg_is_in_recovery() then pg_current_wal_lsn() end, s.restart_lsn) as bytes
    from pg_replication_slots s
  ),
  found as (
    select 'autovacuum' as name,
      case when current_setting('autovacuum') = 'off' or current_setting('track_counts') = 'off' then 'fail'
        when exists (select from own o where o.off) then 'warn' else 'ok' end as state,
      concat_ws(', ', 'autovacuum is ' || current_setting('autovacuum'), 'track_counts is ' || current_setting('track_counts'),
        (select 'off for ' || string_agg(o.relname, ', ' order by o.relname) from own o where o.off)) as detail,
      'Turn it on: claims leave dead rows, and slow down without it.' as hint
    union all
    select 'dead rows', case when count(*) > 0 then 'warn' else 'ok' end,
      coalesce(string_agg(format('%s: %s dead, %s live', o.relname, o.dead, o.live), '; ' order by o.dead desc), 'few'),
      'Something holds vacuum back (see below), or it is too slow: lower autovacuum_vacuum_cost_delay.'
    from own o where o.dead > 10000 and o.dead > o.live / 5
    union all
    select 'long transactions', case when count(*) > 0 then 'warn' else 'ok' end,
      coalesce(string_agg(format('pid %s (%s, %s, %s): %s', s.pid, s.usename, s.application_name, s.state,
        date_trunc('second', s.age)), '; ' order by s.age desc), 'none above a minute'),
      'End it with pg_terminate_backend; while it is open nothing it could see is vacuumed.'
    from session s where s.age > '1 minute'
    union all
    select 'prepared transactions', case when max(p.age) > '5 minutes' then 'warn' else 'ok' end,
      coalesce(string_agg(format('%s: %s', p.gid, date_trunc('second', p.age)), '; ' order by p.age desc), 'none'),
      'COMMIT PREPARED or ROLLBACK PREPARED it: it holds locks, vacuum and readers of the journal.'
    from prepared p
    union all
    select 'replication slots',
      case when bool_or(s.wal_status in ('lost', 'unreserved')) then 'fail' when bool_or(not s.active) then 'warn' else 'ok' end,
      coalesce(string_agg(format('%s: %s, %s', s.slot_name,
        case when s.wal_status in ('lost', 'unreserved') then 'log is ' || s.wal_status when s.active then 'active' else 'idle' end,
        pg_size_pretty(s.bytes)), '; ' order by s.slot_name), 'none'),
      'A standby whose log is lost has to be made anew. Drop a slot that nobody will read again (pg_drop_replication_slot): it fills the disk.'
    from slot s
    union all
    select 'oldest snapshot', case when max(h.xmin) > 10000000 then 'warn' else 'ok' end,
      coalesce((array_agg(format('%s transactions ago, by %s', h.xmin, h.holder) order by h.xmin desc))[1], 'none'),
      'Until its holder ends no dead row younger than that is removed.'
    from (
      select s.xmin, 'pid ' || s.pid from session s where s.xmin is not null
      union all select p.xmin, 'prepared ' || p.gid from prepared p
      union all select s.xmin, 'slot ' || s.slot_name from slot s where s.xmin is not null) h (xmin, holder)
  )
  select f.name, f.state, f.detail, case when f.state <> 'ok' then f.hint end from found f;
$$;

comment on function rowlock._doctor_vacuum is 'Checks of autovacuum, dead rows, and what is older than it should be.';
revoke all on function rowlock._doctor_vacuum from public;
