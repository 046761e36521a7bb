-- rowlock.event_purge(older_than, max_rows, past_consumers): remove the oldest events, one batch a call, and move the watermark.
-- Reads: rowlock.event, rowlock.event_consumer, rowlock.retention_rule. Writes: rowlock.event, rowlock.event_watermark.
create or replace function rowlock.event_purge(
  older_than     interval default null,
  max_rows       integer default 50000,
  past_consumers boolean default false
)
returns bigint
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set jit = off
-- The journal is walked from the watermark on, whatever the statistics say.
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
as $$
declare
  v_cutoff  constant timestamptz := rowlock._event_cutoff(older_than => older_than);
  v_after   bigint;
  v_end     bigint;
  v_last    bigint;
  v_through bigint;
  v_count   bigint;
begin
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 1000000);
  -- One purge at a time; readers are not held up by the lock.
  select w.purged_through into v_after from rowlock.event_watermark w for no key update;
  -- Nobody declares a consumer meanwhile: that waits for the lock too.
  v_end := least(
    (rowlock._event_horizon()).safe,
    case when past_consumers is not true then (rowlock._event_consumer_slowest()).seq end);

  -- A prefix only: the first event that is young enough stops the purge, whatever lies behind it.
  select b.seq - 1 into v_last
  from (
    select e.seq, e.created_at from rowlock.event e
    where e.seq > v_after and e.seq <= v_end
    order by e.seq
    limit event_purge.max_rows
  ) b
  where b.created_at >= v_cutoff
  order by b.seq
  limit 1;
  v_last := coalesce(v_last, v_end);
  select max(b.seq) into v_through
  from (
    select e.seq from rowlock.event e
    where e.seq > v_after and e.seq <= v_last
    order by e.seq
    limit event_purge.max_rows
  ) b;
  if v_through is null then
    return 0;
  end if;

  perform set_config('rowlock.retention', 'on', true);
  delete from rowlock.event e where e.seq > v_after and e.seq <= v_through;
  get diagnostics v_count = row_count;
  perform set_config('rowlock.retention', '', true);

  update rowlock.event_watermark w set purged_through = v_through;
  return v_count;
end;
$$;

comment on function rowlock.event_purge is
  'Deletes up to max_rows events before the first one younger than the interval (null: that of the rule for events), and none that a declared consumer has not read, unless past_consumers; returns how many. Call again until a batch is short. Readers behind are told the range. Raises PT400.';
revoke all on function rowlock.event_purge from public;
select rowlock._function_grant('event_purge', 'service');
