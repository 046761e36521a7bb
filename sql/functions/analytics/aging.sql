-- rowlock.analytics_aging(query, actor): how long what is open now has been open.
-- Reads: rowlock.escalation.
create or replace function rowlock.analytics_aging(
  query jsonb default '{}',
  actor uuid default rowlock.actor_current()
)
returns setof rowlock.analytics_aging_bin
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_now    constant timestamptz := clock_timestamp();
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_query  constant jsonb := rowlock._analytics_query(query => query);
  v_scope  constant rowlock.access := rowlock._analytics_scope(access => v_access, query => v_query);
begin
  return query execute format($q$
    select
      coalesce(($6)[b.bin], 0), ($6)[b.bin + 1], coalesce(r.open, 0), coalesce(r.held, 0), coalesce(r.open - r.held, 0)
    from generate_series(0, cardinality($6)) b (bin)
    left join (
      select
        width_bucket(extract(epoch from $3 - o.created_at) / 60, $6) as bin, count(*) as open,
        count(*) filter (where o.lease_end > $3) as held
      from (%s) o
      where o.done is null
      group by 1
    ) r on r.bin = b.bin
    order by b.bin$q$, rowlock._analytics_rows(query => v_query, access => v_scope))
  using v_query, v_scope, v_now, v_now, 'infinity'::timestamptz, array[30, 60, 240, 1440]::numeric[];
end;
$$;

comment on function rowlock.analytics_aging is
  'Open rows by their age in minutes: bins [low, high) cut at 30, 60, 240 and 1440, the last without a high; open = held + available. Due rows are not open. query: which rows count, as in escalation_search. Raises PT400, PT401, PT403.';
revoke all on function rowlock.analytics_aging from public;
select rowlock._function_grant('analytics_aging', 'service', 'user', 'proxy');
