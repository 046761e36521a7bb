-- rowlock.analytics_histogram(since, until, measure, bounds, query, actor): how many answers took how long.
-- Reads: rowlock.escalation.
create or replace function rowlock.analytics_histogram(
  since   timestamptz,
  until   timestamptz default now(),
  measure text default 'age',
  bounds  jsonb default '[1, 2, 5, 10, 20, 30, 60, 120, 240, 480, 1440, 2880, 10080, 43200]',
  query   jsonb default '{}',
  actor   uuid default rowlock.actor_current()
)
returns setof rowlock.analytics_histogram_bin
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_now     constant timestamptz := clock_timestamp();
  v_access  constant rowlock.access := rowlock._actor_access(actor => actor);
  v_window  constant tstzrange := rowlock._analytics_window(since => since, until => until, at => v_now);
  v_query   constant jsonb := rowlock._analytics_query(query => query);
  v_scope   constant rowlock.access := rowlock._analytics_scope(access => v_access, query => v_query);
  v_lasting constant text := case measure
    when 'wait' then 'e.claimed_at - e.created_at'
    when 'work' then 'e.ended_at - e.claimed_at'
    when 'age' then 'e.ended_at - e.created_at'
  end;
  v_bounds  numeric[];
begin
  if v_lasting is null then
    perform rowlock._argument_refuse(field => 'measure', reason => 'unknown', hint => 'Give wait, work or age.');
  end if;
  if jsonb_typeof(bounds) = 'array' and not jsonb_path_exists(bounds, 'strict $[*] ? (@.type() != "number")') then
    select array_agg(b.value::numeric order by b.n) into v_bounds
    from jsonb_array_elements_text(bounds) with ordinality b (value, n);
  end if;
  if coalesce(cardinality(v_bounds), 0) not between 1 and 100
    or exists (
      select from unnest(v_bounds) with ordinality b (bound, n)
      where b.bound <= coalesce(v_bounds[b.n - 1], 0) or b.bound >= 1e9)
  then
    perform rowlock._argument_refuse(
      field => 'bounds', reason => 'not_bounds', hint => 'Give 1 to 100 ascending numbers of minutes above 0.');
  end if;

  return query execute format($q$
    select
      coalesce(($6)[b.bin], 0), ($6)[b.bin + 1], count(r.bin)
    from generate_series(0, cardinality($6)) b (bin)
    left join (
      select width_bucket(extract(epoch from %s) / 60, $6) as bin
      from rowlock.escalation e
      where e.status = 'resolved' and e.ended_at >= $4 and e.ended_at < $5 and %s
    ) r on r.bin = b.bin
    group by b.bin
    order by b.bin$q$, v_lasting, rowlock._analytics_gate(query => v_query, access => v_scope))
  using v_query, v_scope, v_now, lower(v_window), upper(v_window), v_bounds;
end;
$$;

comment on function rowlock.analytics_histogram is
  'Rows resolved in a window by how many minutes they took: bins [low, high), the last without a high. measure: wait (creation to the last claim), work (that claim to the answer), age (both). bounds: where bins meet, ascending. query: which rows count, as in escalation_search. Raises PT400, PT401, PT403.
Example: {"since": "2026-03-01T00:00:00Z", "until": "2026-03-02T00:00:00Z", "measure": "work"}';
revoke all on function rowlock.analytics_histogram from public;
select rowlock._function_grant('analytics_histogram', 'service', 'user', 'proxy');
