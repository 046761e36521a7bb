-- rowlock._run_ledger_purge(older_than, max_rows): forget which signals of runs that ended long ago were applied.
-- Reads: rowlock.run. Writes: rowlock.processed_signal.
create or replace function rowlock._run_ledger_purge(
  older_than interval,
  max_rows   integer
)
returns bigint
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set jit = off
as $$
declare
  v_cutoff constant timestamptz := clock_timestamp() - greatest(older_than, '1 day');
  v_count  bigint;
begin
  delete from rowlock.processed_signal s
  where s.ctid = any (array(
    select o.ctid
    from rowlock.processed_signal o join rowlock.run r on r.id = o.run_id
    where o.received_at < v_cutoff and r.finished_at < v_cutoff and r.status in ('exited', 'failed', 'stopped')
    order by o.received_at
    limit _run_ledger_purge.max_rows
    for update of o skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;

comment on function rowlock._run_ledger_purge is
  'One batch; how many. A signal that comes again after that is refused for the status of the run, and not told a duplicate.';
revoke all on function rowlock._run_ledger_purge from public;
