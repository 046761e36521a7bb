-- rowlock.delivery_purge(status, older_than, max_rows): remove deliveries that ended long ago, one batch a call.
-- Reads: rowlock.delivery. Writes: rowlock.delivery.
create or replace function rowlock.delivery_purge(
  status     text     default 'delivered',
  older_than interval default '7 days',
  max_rows   integer  default 1000
)
returns bigint
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
-- Plans outlive the table's size at the time that they were made.
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
as $$
declare
  v_cutoff constant timestamptz := rowlock._argument_cutoff(older_than);
  v_count  bigint;
begin
  perform rowlock._argument_text(field => 'status', value => status, required => true);
  if status not in ('delivered', 'dead') then
    perform rowlock._argument_refuse(field => 'status', reason => 'unknown', hint => 'delivered or dead.');
  end if;
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 100000);
  delete from rowlock.delivery d
  where d.ctid = any (array(
    select o.ctid from rowlock.delivery o
    where o.status = delivery_purge.status and o.ended_at <= v_cutoff
    order by o.ended_at
    limit delivery_purge.max_rows
    for update skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;

comment on function rowlock.delivery_purge is
  'Deletes up to max_rows deliveries that were delivered, or given up, so long ago; returns how many. Call again until a batch is short. Raises PT400.';
revoke all on function rowlock.delivery_purge from public;
select rowlock._function_grant('delivery_purge', 'service');
