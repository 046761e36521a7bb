-- rowlock._escalation_search_values(query, access, at, key, max_rows): how often each value of a facet is among the rows found.
-- Reads: rowlock.escalation.
create or replace function rowlock._escalation_search_values(
  query    jsonb,
  access   rowlock.access,
  at       timestamptz,
  key      text,
  max_rows integer
)
returns rowlock.escalation_values
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_cap    constant bigint := case when query ->> 'count' is distinct from 'exact' then 100000 end;
  -- The key is bound as $5. In a queue the arms have the rows of the scope, else the planner picks the index.
  v_column constant text := 'e.metadata -> $5 as value';
  v_where  constant text := 'e.metadata ? $5 and ' || rowlock._escalation_search_where(query => query);
  v_values rowlock.escalation_values;
begin
  execute format($p$
    with found as materialized (select q.value from (%s) q limit $4),
    -- 10 and 10.0 are one value, which is told the same way whichever row was read first.
    counted as (
      select case jsonb_typeof(f.value) when 'number' then to_jsonb(trim_scale(f.value::numeric)) else f.value end as value, count(*) as n
      from found f group by f.value)
    select
      (select coalesce(jsonb_agg(jsonb_build_object('value', t.value, 'count', t.n) order by t.n desc, t.value), '[]')
       from (select c.value, c.n from counted c order by c.n desc, c.value limit $6) t),
      (select count(*) from counted),
      (select count(*) from found)$p$,
    case
      when rowlock._escalation_search_is_queue(query => query) and not query ? 'facets' then rowlock._escalation_search_arms(
        query => query, ordered => false, columns => v_column,
        predicate => 'e.metadata ? $5 and ' || rowlock._escalation_search_where(query => query - 'available'))
      else format('select %s from rowlock.escalation e where %s and %s', v_column,
        rowlock._escalation_search_gate(access => access), v_where)
    end)
  into v_values.items, v_values.total, v_values.rows
  using query, access, at, v_cap + 1, key, max_rows;
  v_values.capped := coalesce(v_values.rows > v_cap, false);
  return v_values;
end;
$$;

comment on function rowlock._escalation_search_values is
  'The most frequent values first, then in order; of the first 100,000 rows found unless count is exact.';
revoke all on function rowlock._escalation_search_values from public;
