-- rowlock._doctor_durability(fsync, pages, standbys, archive): does what was committed outlive a crash, and reach standbys and the archive?
-- Reads: rowlock.db_principal.
create or replace function rowlock._doctor_durability(
  fsync    text default current_setting('fsync'),
  pages    text default current_setting('full_page_writes'),
  standbys text default current_setting('synchronous_standby_names'),
  archive  text default current_setting('archive_mode')
)
returns setof rowlock.doctor_check
language sql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
  with standby as materialized (
    select coalesce(nullif(r.application_name, ''), r.pid::text) as name, r.state, r.sync_state, r.replay_lag,
      case when not pg_is_in_recovery() then pg_wal_lsn_diff(pg_current_wal_lsn(), r.replay_lsn) end as bytes
    from pg_stat_replication r
    -- A base backup is no standby.
    where r.state is distinct from 'backup'
  ),
  lax as materialized (
    select 'fsync is off' as what where fsync = 'off'
    union all
    select 'full_page_writes is off' where pages = 'off'
    union all
    select 'synchronous_commit is off here' where current_setting('synchronous_commit') = 'off'
    union all
    select 'synchronous_commit is off for ' || r.rolname
    from rowlock.db_principal p
    join pg_db_role_setting s on s.setrole = p.role_oid
      and s.setdatabase in (0, (select d.oid from pg_database d where d.datname = current_database()))
    join pg_roles r on r.oid = p.role_oid
    where p.revoked_at is null and 'synchronous_commit=off' = any (s.setconfig)
  ),
  found as (
    select 'durability' as name, case when count(*) > 0 then 'warn' else 'ok' end as state,
      coalesce(string_agg(l.what, ', ' order by l.what), 'what is committed is on disk') as detail,
      'Turn it on: what was answered can be lost in a crash, and with fsync off the whole database.' as hint
    from lax l
    union all
    -- Told, and no fault: to turn them on the server has to stand still.
    select 'data checksums', 'ok', current_setting('data_checksums'), null
    union all
    select 'standbys',
      case when bool_or(s.state <> 'streaming' or s.replay_lag > '5 minutes' or s.bytes > 1073741824) then 'warn' else 'ok' end,
      coalesce(string_agg(format('%s: %s, %s and %s behind', s.name, coalesce(s.state, 'not visible'), pg_size_pretty(s.bytes),
        coalesce(date_trunc('second', s.replay_lag), '0')), '; ' order by s.name), 'none'),
      'A standby cannot keep up, or was away for long: look at its log, its disk, and what runs on it.'
    from standby s
    union all
    select 'synchronous standbys',
      case when standbys = '' or not rowlock._metric_visible()
        or exists (select from standby s where s.sync_state in ('sync', 'quorum')) then 'ok' else 'fail' end,
      case when standbys = '' then 'no commit waits for one'
        else format('%s asked for, %s there', standbys, (select count(*) from standby s where s.sync_state in ('sync', 'quorum'))) end,
      'Every commit waits until one is back. To go on without: alter system set synchronous_standby_names = '''', and reload.'
    union all
    select 'log archive',
      case
        when archive = 'off' then 'ok'
        when a.last_failed_time > coalesce(a.last_archived_time, '-infinity') then 'fail'
        when current_setting('archive_command') in ('', '(disabled)') and current_setting('archive_library') = '' then 'warn'
        else 'ok'
      end,
      case
        when archive = 'off' then 'off'
        when a.last_failed_time > coalesce(a.last_archived_time, '-infinity')
          then format('%s could not be archived, last tried at %s', a.last_failed_wal, date_trunc('second', a.last_failed_time))
        else format('%s files archived, the last at %s', a.archived_count, coalesce(date_trunc('second', a.last_archived_time)::text, 'no time yet'))
      end,
      'Mend archive_command: until then log fills the disk, and nothing can be recovered to a time.'
    from pg_stat_archiver a
  )
  select f.name, f.state, f.detail, case when f.state <> 'ok' then f.hint end from found f;
$$;

comment on function rowlock._doctor_durability is 'Checks of the settings that keep what was committed, of standbys and of the archive of the log.';
revoke all on function rowlock._doctor_durability from public;
