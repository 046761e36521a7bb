-- rowlock.event_purge_count(older_than, past_consumers): how many events a purge would remove.
-- Reads: rowlock.event, rowlock.event_watermark, rowlock.event_consumer, rowlock.retention_rule.
create or replace function rowlock.event_purge_count(
  older_than     interval default null,
  past_consumers boolean default false
)
returns bigint
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set jit = off
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
as $$
declare
  v_cutoff constant timestamptz := rowlock._event_cutoff(older_than => older_than);
  v_after  constant bigint := (select w.purged_through from rowlock.event_watermark w);
  v_end    constant bigint := least(
    (rowlock._event_horizon()).safe,
    case when past_consumers is not true then (rowlock._event_consumer_slowest()).seq end);
  v_last   bigint;
begin
  select e.seq - 1 into v_last from rowlock.event e
  where e.seq > v_after and e.created_at >= v_cutoff
  order by e.seq
  limit 1;
  return (
    select count(*) from rowlock.event e
    where e.seq > v_after and e.seq <= least(v_last, v_end));
end;
$$;

comment on function rowlock.event_purge_count is
  'What event_purge would remove over all its batches, called now. Removes nothing. Raises PT400.';
revoke all on function rowlock.event_purge_count from public;
select rowlock._function_grant('event_purge_count', 'service');
