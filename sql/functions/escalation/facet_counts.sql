-- rowlock.escalation_facet_counts(key, query, max_rows, actor): the values of a facet, and how many rows have each.
-- Reads: rowlock.escalation.
create or replace function rowlock.escalation_facet_counts(
  key      text,
  query    jsonb default '{}',
  max_rows integer default 50,
  actor    uuid default rowlock.actor_current()
)
returns rowlock.escalation_values
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_query  constant jsonb := rowlock._escalation_search_query(query => rowlock._escalation_search_with(query => coalesce(query, '{}'), more => '{}'));
  v_scope  rowlock.access := rowlock._escalation_search_scope(access => v_access, query => v_query);
  v_paging constant text[] := array['order_by', 'max_rows', 'skip_rows', 'after'];
begin
  perform rowlock._facet_key_check(field => 'key', key => key);
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 500);
  perform rowlock._escalation_search_without(query => query, elements => v_paging);
  if not (v_scope.is_global or v_scope.read_all <> '{}' or v_scope.read_self <> '{}') then
    return row('[]'::jsonb, 0, 0, false)::rowlock.escalation_values;
  end if;
  if v_scope.is_global and rowlock._escalation_search_is_queue(query => v_query) then
    v_scope.is_global := false;
    v_scope.read_all := rowlock._escalation_queue_roles();
  end if;
  return rowlock._escalation_search_values(
    query => v_query, access => v_scope, at => clock_timestamp(), key => key, max_rows => max_rows);
end;
$$;

comment on function rowlock.escalation_facet_counts is
  'Of the rows that escalation_search finds for the query: the max_rows most frequent values by type, how many different values there are (total) and rows with the facet (rows). It reads 100,000 rows and tells with capped that there are more, or all of them with count exact in the query. Raises PT400, PT401, PT403.
Example: {"key": "region", "query": {"status": "pending"}, "max_rows": 10}';
revoke all on function rowlock.escalation_facet_counts from public;
select rowlock._function_grant('escalation_facet_counts', 'service', 'user', 'proxy');
