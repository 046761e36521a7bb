-- rowlock._analytics_query(query): a query of the search language that says which rows count.
create or replace function rowlock._analytics_query(query jsonb)
returns jsonb
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_asked constant jsonb := coalesce(query, '{}');
begin
  perform rowlock._argument_object(field => 'query', value => v_asked);
  -- A figure has no pages.
  perform rowlock._escalation_search_without(
    query => v_asked, elements => '{order_by,max_rows,skip_rows,after,count}');
  return rowlock._escalation_search_query(query => v_asked);
end;
$$;

comment on function rowlock._analytics_query is
  'The checked query, for _escalation_search_where. Raises PT400 naming the element.';
revoke all on function rowlock._analytics_query from public;
