-- rowlock.event_read(after, max_rows): the unscoped read of the one reader in a service process.
-- Reads: rowlock.event, rowlock.event_watermark.
create or replace function rowlock.event_read(
  after    bigint,
  max_rows integer default 1000
)
returns rowlock.event_batch
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_horizon rowlock.event_horizon;
  v_batch   rowlock.event_batch;
  v_count   integer;
  v_last    bigint;
  v_newest  bigint;
begin
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 10000);
  v_horizon := rowlock._event_horizon();

  with page as materialized (
    select e as event
    from rowlock.event e
    where e.seq > event_read.after and e.seq <= v_horizon.safe
    order by e.seq
    limit event_read.max_rows
  )
  select
    coalesce(jsonb_agg(rowlock._event_facts(p.event) order by (p.event).seq)
      filter (where (p.event).seq is not null), '[]'),
    w.purged_through, rowlock._event_epoch(epoch => w.epoch), count((p.event).seq), max((p.event).seq),
    (select max(e.seq) from rowlock.event e where e.seq <= v_horizon.safe)
  into v_batch.events, v_batch.purged_through, v_batch.epoch, v_count, v_last, v_newest
  from rowlock.event_watermark w
  left join page p on true
  group by w.epoch, w.purged_through;

  v_batch.next := case when v_count = max_rows then v_last else greatest(after, v_newest, v_batch.purged_through) end;
  v_batch.more := v_count = max_rows;
  v_batch.top := v_horizon.top;
  v_batch.open_mark := v_horizon.open_mark;
  return v_batch;
end;
$$;

comment on function rowlock.event_read is
  'A batch of the whole journal after a cursor (null: none, from now), with the facts that scope needs. For the service alone. Raises PT400.';
revoke all on function rowlock.event_read from public;
select rowlock._function_grant('event_read', 'service');
