-- rowlock._escalation_search_rows(query, access, at): the ids of a page of any rows in any order.
-- Reads: rowlock.escalation.
create or replace function rowlock._escalation_search_rows(
  query  jsonb,
  access rowlock.access,
  at     timestamptz
)
returns uuid[]
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_ids uuid[];
begin
  -- Dynamic: predicate, keyset and order are made of whitelisted text, and the values are bound.
  execute format(
    'select array(select e.id from rowlock.escalation e where %s and %s and %s order by %s limit $4 offset $5)',
    rowlock._escalation_search_gate(access => access),
    rowlock._escalation_search_where(query => query),
    rowlock._escalation_search_keyset(sorting => query -> 'order_by', key => query -> 'key'),
    (select string_agg(format('%s %s', rowlock._escalation_search_column(sorting => query -> 'order_by', n => s.n::integer - 1),
       s.value ->> 'direction'), ', ' order by s.n)
     from jsonb_array_elements(query -> 'order_by') with ordinality s (value, n)))
  into v_ids
  using query, access, at, (query ->> 'max_rows')::bigint + 1, (query ->> 'skip_rows')::bigint;
  return v_ids;
end;
$$;

comment on function rowlock._escalation_search_rows is 'Ids of the page and of one row more, if there is one; the planner picks the index.';
revoke all on function rowlock._escalation_search_rows from public;
