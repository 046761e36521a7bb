-- rowlock._event_horizon(): up to which number the journal is complete for a reader.
-- Reads: rowlock.event_seq, rowlock.event_watermark, rowlock.event.
create or replace function rowlock._event_horizon()
returns rowlock.event_horizon
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_class constant bigint := (select w.class from rowlock.event_watermark w);
  v       rowlock.event_horizon;
begin
  if pg_is_in_recovery() then
    raise exception 'journal cannot be read on a standby'
      using errcode = 'PT400', constraint = 'event_primary',
            detail = jsonb_build_object('reason', 'standby')::text,
            hint = 'Locks of writers are not seen on a standby; read on the primary.';
  end if;
  -- Each step has to be a statement with a snapshot of its own.
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'journal is read in read committed only'
      using errcode = 'PT400', constraint = 'event_isolation',
            detail = jsonb_build_object(
              'reason', 'isolation', 'isolation', current_setting('transaction_isolation'))::text,
            hint = 'Call outside a transaction, or with the default isolation.';
  end if;

  -- First the sequence, then the locks: a writer not seen here takes its numbers above the top.
  -- A plain SELECT of last_value can see nextval's look-ahead of 32 and pass over numbers not yet given out.
  v.top := pg_sequence_last_value('rowlock.event_seq');

  with held as materialized (
    select l.*
    from pg_locks l
    where l.locktype in ('advisory', 'relation') and l.granted
      and l.database = (select d.oid from pg_database d where d.datname = current_database())
  )
  select min(((l.classid::bigint & 65535) << 32) | l.objid::bigint) into v.open_mark
  from held l
  where l.locktype = 'advisory' and l.objsubid = 1 and l.mode = 'ShareLock'
    and l.classid::bigint >> 16 = v_class
    and (l.classid::bigint & 65535 > 0 or l.objid::bigint > 0)
    -- Anybody may take an advisory lock and so stop all readers; this other one only a writer of the journal has.
    and l.virtualtransaction in (
      select w.virtualtransaction
      from held w
      where w.locktype = 'relation' and w.relation = 'rowlock.event'::regclass and w.mode = 'RowExclusiveLock');

  v.safe := least(v.top, v.open_mark);
  return v;
end;
$$;

comment on function rowlock._event_horizon is
  'The top of the sequence, the lowest mark of an open writer, and the lesser of both. Raises PT400 on a standby and above READ COMMITTED.';
revoke all on function rowlock._event_horizon from public;
