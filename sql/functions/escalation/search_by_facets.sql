-- rowlock.escalation_search_by_facets(query, max_rows, …, actor): a page of one role that the actor reads in all.
-- Reads: rowlock.escalation.
create or replace function rowlock.escalation_search_by_facets(
  query     jsonb,
  order_by  jsonb default null,
  max_rows  integer default null,
  skip_rows integer default null,
  after     text default null,
  count     text default null,
  actor     uuid default rowlock.actor_current()
)
returns rowlock.escalation_page
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_query  constant jsonb := rowlock._escalation_search_with(query => query, more => jsonb_build_object(
    'order_by', order_by, 'max_rows', max_rows, 'skip_rows', skip_rows, 'after', after, 'count', count));
begin
  perform rowlock._escalation_search_pond(access => v_access, query => rowlock._escalation_search_query(query => v_query));
  return rowlock.escalation_search(query => v_query, actor => actor);
end;
$$;

comment on function rowlock.escalation_search_by_facets is
  'A page of the role that the query names: the query is that of escalation_search, order and page may stand beside it. Raises PT400, PT401, PT403 (also without read scope on the whole role).
Example: {"query": {"role": "reviewer", "status": "pending", "facets": {"region": "north"}}, "max_rows": 10}';
revoke all on function rowlock.escalation_search_by_facets from public;
select rowlock._function_grant('escalation_search_by_facets', 'service', 'user', 'proxy');
