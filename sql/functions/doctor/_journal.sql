-- rowlock._doctor_journal(): the sequence, the watermark, the locks' class, the listener.
-- Reads: rowlock.event, rowlock.event_watermark, rowlock.event_seq, rowlock.setting, rowlock.db_principal.
create or replace function rowlock._doctor_journal()
returns setof rowlock.doctor_check
language sql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
  with fact as materialized (
    select s.seqcache, s.seqmax, s.seqcycle, s.seqincrement, w.class, w.purged_through,
      coalesce(pg_sequence_last_value('rowlock.event_seq'), 0) as last,
      coalesce((select max(e.seq) from rowlock.event e), 0) as newest,
      (select n.value from rowlock.setting n where n.name = 'notify') as notify,
      -- Another schema of this database that took the same class: their marks would be confounded.
      (select string_agg(c.relnamespace::regnamespace::text, ', ' order by c.relnamespace::regnamespace::text) from pg_class c
       where c.relname = 'event_seq' and c.relnamespace <> 'rowlock'::regnamespace
         and obj_description(c.oid, 'pg_class') = format('Journal of lock class %s.', w.class)) as others,
      (select count(*) from pg_stat_activity a
       where a.datname = current_database() and a.application_name = 'rowlock journal') as listeners,
      -- Where callers of SQL are alone nobody need listen.
      exists (select from rowlock.db_principal p where p.kind = 'service' and p.revoked_at is null) as is_served
    from rowlock.event_watermark w, pg_sequence s
    where s.seqrelid = 'rowlock.event_seq'::regclass
  ),
  found as (
    select 'journal sequence' as name,
      case when f.seqcache = 1 and f.seqmax = 281474976710655 and f.seqincrement = 1 and not f.seqcycle then 'ok' else 'fail' end as state,
      format('cache %s, increment %s, maximum %s, %s', f.seqcache, f.seqincrement, f.seqmax,
        case when f.seqcycle then 'cycles' else 'no cycle' end) as detail,
      'alter sequence rowlock.event_seq increment 1 maxvalue 281474976710655 no cycle cache 1' as hint
    from fact f
    union all
    select 'journal numbers', case when f.last >= greatest(f.newest, f.purged_through, 1) then 'ok' else 'fail' end,
      format('last given out %s, newest event %s, purged through %s', f.last, f.newest, f.purged_through),
      'The sequence was set back. As the owner of the schema: select rowlock.event_restore()'
    from fact f
    union all
    select 'journal locks', case when f.others is null then 'ok' else 'fail' end,
      format('class %s', f.class) || coalesce(', also that of ' || f.others, ''),
      'Two schemas of one database share a class of locks: drop one of them and install it anew.'
    from fact f
    union all
    select 'journal watermark', case when count(*) = 1 then 'ok' else 'fail' end,
      format('%s rows', count(*)), 'The one row of event_watermark is gone: restore from a backup.'
    from rowlock.event_watermark w
    union all
    select 'listener', case when f.listeners = 0 and f.is_served then 'warn' else 'ok' end,
      format('%s services follow the journal', f.listeners) || case when not f.is_served then ', and no login is a service''s' else '' end,
      'No service runs here, or its connection goes through a pooler (ROWLOCK_LISTEN_DSN is a direct one) or has an application_name of its own.'
    from fact f
    union all
    select 'two-phase commit',
      case when f.notify <> 'off' and current_setting('max_prepared_transactions')::integer > 0 then 'warn' else 'ok' end,
      format('max_prepared_transactions is %s, notify is %s', current_setting('max_prepared_transactions'), f.notify),
      'A transaction that notifies cannot be prepared: set notify to off if you use two-phase commit.'
    from fact f
  )
  select f.name, f.state, f.detail, case when f.state <> 'ok' then f.hint end from found f;
$$;

comment on function rowlock._doctor_journal is 'Checks of what the journal rests on.';
revoke all on function rowlock._doctor_journal from public;
