-- rowlock._retention_run_purge(older_than, max_rows): forget old runs of retention.
-- Writes: rowlock.retention_run.
create or replace function rowlock._retention_run_purge(
  older_than interval,
  max_rows   integer
)
returns bigint
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_count bigint;
begin
  delete from rowlock.retention_run r
  where r.id = any (array(
    select o.id from rowlock.retention_run o
    where o.finished_at < clock_timestamp() - greatest(_retention_run_purge.older_than, '1 day')
    order by o.finished_at
    limit _retention_run_purge.max_rows
    for update skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;

comment on function rowlock._retention_run_purge is
  'One batch of those that ended more than older_than ago; how many.';
revoke all on function rowlock._retention_run_purge from public;
