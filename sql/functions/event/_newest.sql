-- rowlock._event_newest(): the number up to which the journal is complete, for whoever begins to read it now.
-- Reads: rowlock.event, rowlock.event_watermark.
create or replace function rowlock._event_newest()
returns bigint
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_horizon constant rowlock.event_horizon := rowlock._event_horizon();
begin
  -- Never the horizon itself: after a crash the sequence may hand a rolled back number out again.
  return greatest(
    (select e.seq from rowlock.event e where e.seq <= v_horizon.safe order by e.seq desc limit 1),
    (select w.purged_through from rowlock.event_watermark w));
end;
$$;

comment on function rowlock._event_newest is 'What is committed later has a greater number. Raises PT400 on a standby and above READ COMMITTED.';
revoke all on function rowlock._event_newest from public;
