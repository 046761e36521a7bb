-- rowlock.escalation_search_groups(query, size_facet, max_rows, skip_rows, actor): origins whose rows a query finds, as groups.
-- Reads: rowlock.escalation.
create or replace function rowlock.escalation_search_groups(
  query      jsonb,
  size_facet text default 'orderSize',
  max_rows   integer default 50,
  skip_rows  integer default 0,
  actor      uuid default rowlock.actor_current()
)
returns rowlock.escalation_group_page
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_now     constant timestamptz := clock_timestamp();
  v_access  constant rowlock.access := rowlock._actor_access(actor => actor);
  v_asked   constant jsonb := rowlock._escalation_search_with(query => query, more => '{}');
  -- Rows in rank order: the first of an origin is its best. More than ten thousand are not looked at.
  v_query   constant jsonb := rowlock._escalation_search_query(query => v_asked || case
      when coalesce(v_asked -> 'status', 'null') = 'null' then '{"status": "pending"}'::jsonb else '{}'
    end) || '{"max_rows": 10000}';
  v_scope   constant rowlock.access := rowlock._escalation_search_scope(access => v_access, query => v_query);
  v_paging  constant text[] := array['order_by', 'max_rows', 'skip_rows', 'after', 'count'];
  v_ids     uuid[];
  v_origins text[];
  v_page    rowlock.escalation_group_page;
begin
  perform rowlock._escalation_search_pond(access => v_access, query => v_query);
  perform rowlock._escalation_search_without(query => v_asked, elements => v_paging);
  if v_query -> 'status' <> '["pending"]' then
    perform rowlock._argument_refuse(field => 'status', reason => 'not_pending', hint => 'Groups are made of pending rows.');
  end if;
  perform rowlock._facet_key_check(field => 'size_facet', key => size_facet);
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 500);
  perform rowlock._argument_range(field => 'skip_rows', value => skip_rows, low => 0, high => 10000);

  v_ids := rowlock._escalation_search_ids(
    query => v_query, access => v_scope, at => v_now,
    way => rowlock._escalation_search_way(query => v_query, access => v_scope, at => v_now));
  select coalesce(array_agg(g.origin_id order by g.n), '{}')
  into v_origins
  from (
    select e.origin_id, min(i.n) as n
    from unnest(v_ids[1:10000]) with ordinality i (id, n)
    join rowlock.escalation e on e.id = i.id
    where e.origin_id is not null
    group by e.origin_id
  ) g;

  select coalesce(jsonb_agg(g.item order by g.n), '[]')
  into v_page.items
  from rowlock._escalation_groups(
    role => v_query ->> 'role', origin_ids => v_origins[skip_rows + 1 : skip_rows + max_rows],
    size_facet => size_facet, at => v_now) with ordinality g (item, n);
  v_page.total := cardinality(v_origins);
  v_page.total_capped := cardinality(v_ids) > 10000;
  return v_page;
end;
$$;

comment on function rowlock.escalation_search_groups is
  'One group an origin_id that has a row which the query finds, in the rank of that row. A group is all that is pending of its origin within the role of the query: members, how many of them are available, the size that they declare in size_facet, whether they are complete, the most urgent priority, the first creation. The query is that of escalation_search, of pending rows; its first 10,000 rows are looked at. Raises PT400, PT401, PT403 (also without read scope on the whole role).
Example: {"query": {"role": "reviewer", "facets": {"region": "north"}}, "size_facet": "orderSize", "max_rows": 10}';
revoke all on function rowlock.escalation_search_groups from public;
select rowlock._function_grant('escalation_search_groups', 'service', 'user', 'proxy');
