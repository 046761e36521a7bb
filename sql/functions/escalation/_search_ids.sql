-- rowlock._escalation_search_ids(query, access, at): the ids of a page and of one row more, if there is one.
create or replace function rowlock._escalation_search_ids(
  query  jsonb,
  access rowlock.access,
  at     timestamptz
)
returns uuid[]
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  -- An empty set of roles matches nothing.
  if not (access.is_global or access.read_all <> '{}' or access.read_self <> '{}') then
    return '{}';
  end if;
  if rowlock._escalation_search_is_queue(query => query)
    and not query ? 'facets' and query -> 'order_by' = rowlock._escalation_search_order(order_by => '[]') then
    return rowlock._escalation_search_queue(query => query, access => access, at => at);
  end if;
  return rowlock._escalation_search_rows(query => query, access => access, at => at);
end;
$$;

comment on function rowlock._escalation_search_ids is 'The access is narrowed by _escalation_search_scope, the query checked.';
revoke all on function rowlock._escalation_search_ids from public;
