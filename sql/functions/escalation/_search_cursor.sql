-- rowlock._escalation_search_cursor(sorting, item): the place of a record in an order, as opaque text.
create or replace function rowlock._escalation_search_cursor(
  sorting jsonb,
  item    jsonb
)
returns text
language sql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
  select translate(encode(convert_to(jsonb_build_object(
    'by', jsonb_agg((s.value ->> 'field') || ' ' || (s.value ->> 'direction') order by s.n),
    'key', jsonb_agg(item -> (s.value ->> 'field') order by s.n))::text, 'UTF8'), 'base64'), E'+/=\n', '-_')
  from jsonb_array_elements(sorting) with ordinality s (value, n);
$$;

comment on function rowlock._escalation_search_cursor is 'The order and the values the record has in it, in URL-safe base64.';
revoke all on function rowlock._escalation_search_cursor from public;
