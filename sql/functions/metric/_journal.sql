-- rowlock._metric_journal(at): how far the journal is, and who holds its readers up.
-- Reads: rowlock.event, rowlock.event_watermark, rowlock.event_seq.
create or replace function rowlock._metric_journal(at timestamptz)
returns setof rowlock.metric
language sql volatile security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
  with lock as materialized (
    select l.* from pg_locks l where l.locktype in ('advisory', 'transactionid')
  ),
  mark as materialized (
    select l.pid, l.virtualtransaction
    from lock l, rowlock.event_watermark w
    where l.locktype = 'advisory' and l.objsubid = 1 and l.mode = 'ShareLock' and l.granted
      and l.database = (select d.oid from pg_database d where d.datname = current_database())
      and l.classid::bigint >> 16 = w.class and (l.classid::bigint & 65535 > 0 or l.objid::bigint > 0)
      and l.pid is distinct from pg_backend_pid()
  )
  select m.name, m.help, '{}'::jsonb, m.value
  from (values
    ('journal_last_number', 'The last number that the sequence of the journal gave out.',
      pg_sequence_last_value('rowlock.event_seq')::double precision),
    ('journal_oldest_event_seconds', 'Age of the oldest event that retention has kept.',
      coalesce((
        select extract(epoch from _metric_journal.at - e.created_at)
        from rowlock.event e, rowlock.event_watermark w
        where e.seq > w.purged_through
        order by e.seq
        limit 1), 0)::double precision),
    ('journal_open_writers', 'Open transactions that have journaled: readers wait for them.',
      (select count(*) from mark)::double precision),
    -- Null, and so no sample, where the statistics of other logins are hidden.
    ('journal_oldest_writer_seconds', 'Age of the oldest open transaction that has journaled.', case
      when rowlock._metric_visible() or not exists (select from mark)
        then coalesce((
          select extract(epoch from _metric_journal.at - min(coalesce(a.xact_start, p.prepared)))
          from mark k
          left join pg_stat_activity a on a.pid = k.pid
          -- A prepared one has no session; it is known by the lock on its own number.
          left join lock x on k.pid is null and x.pid is null and x.locktype = 'transactionid' and x.virtualtransaction = k.virtualtransaction
          left join pg_prepared_xacts p on p.transaction = x.transactionid), 0)::double precision
    end)
  ) m (name, help, value);
$$;

comment on function rowlock._metric_journal is 'Samples of the journal; the age of writers only where the owner may see it.';
revoke all on function rowlock._metric_journal from public;
