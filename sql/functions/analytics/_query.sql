-- rowlock._analytics_query(query): a query of the search language that says which rows count.
create or replace function rowlock._analytics_query(query jsonb)
returns jsonb
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_paging constant text[] := array['order_by', 'max_rows', 'limit', 'skip_rows', 'offset', 'after', 'count'];
  v_first  text;
begin
  perform rowlock._argument_object(field => 'query', value => query);
  select p.element into v_first
  from unnest(v_paging) with ordinality p (element, n)
  where coalesce(query, '{}') ? p.element
  order by p.n
  limit 1;
  if found then
    perform rowlock._argument_refuse(
      field => v_first, reason => 'unknown', hint => 'A figure has no pages: give the elements that choose rows.');
  end if;
  return rowlock._escalation_search_query(query => coalesce(query, '{}'));
end;
$$;

comment on function rowlock._analytics_query is
  'The checked query, for _escalation_search_where. Raises PT400 naming the element.';
revoke all on function rowlock._analytics_query from public;
