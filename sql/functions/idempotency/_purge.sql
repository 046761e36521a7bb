-- rowlock._idempotency_purge(older_than, max_rows): remove keys whose day is over.
-- Writes: rowlock.idempotency.
create or replace function rowlock._idempotency_purge(
  older_than interval,
  max_rows   integer
)
returns bigint
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
as $$
declare
  v_cutoff constant timestamptz := clock_timestamp() - greatest(older_than, '0');
  v_count  bigint;
begin
  delete from rowlock.idempotency i
  where i.ctid = any (array(
    select o.ctid from rowlock.idempotency o
    where o.expires_at <= v_cutoff
    order by o.expires_at
    limit _idempotency_purge.max_rows
    for update skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;

comment on function rowlock._idempotency_purge is
  'One batch of those that expired more than older_than ago; how many.';
revoke all on function rowlock._idempotency_purge from public;
