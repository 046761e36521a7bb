-- rowlock._escalation_search_cursor(sorting, item): the place of a record in an order, as opaque text.
create or replace function rowlock._escalation_search_cursor(
  sorting jsonb,
  item    jsonb
)
returns text
language sql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
  select rowlock._cursor_text(place => jsonb_build_object(
    'by', jsonb_agg((s.value ->> 'field') || ' ' || (s.value ->> 'direction') || case when s.value ->> 'type' = 'numeric' then ' numeric' else '' end order by s.n),
    -- As _escalation_search_column has it.
    'key', jsonb_agg(case
      when not s.value ? 'facet' then item -> (s.value ->> 'field')
      when s.value ->> 'type' = 'numeric' then to_jsonb(rowlock._facet_number(item -> 'metadata' -> (s.value ->> 'facet')))
      else to_jsonb(left(item -> 'metadata' ->> (s.value ->> 'facet'), 100))
    end order by s.n)))
  from jsonb_array_elements(sorting) with ordinality s (value, n);
$$;

comment on function rowlock._escalation_search_cursor is 'The order and the values the record has in it.';
revoke all on function rowlock._escalation_search_cursor from public;
