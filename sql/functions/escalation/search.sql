-- rowlock.escalation_search(query, actor): a page of the rows that the actor may see and the query asks for.
-- Reads: rowlock.escalation.
create or replace function rowlock.escalation_search(
  query jsonb default '{}',
  actor uuid default rowlock.actor_current()
)
returns rowlock.escalation_page
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
-- Every query is planned for itself; compiling it would cost more than running it.
set jit = off
as $$
declare
  v_now     constant timestamptz := clock_timestamp();
  v_access  constant rowlock.access := rowlock._actor_access(actor => actor);
  v_query   constant jsonb := rowlock._escalation_search_query(query => query);
  v_scope   rowlock.access := rowlock._escalation_search_scope(access => v_access, query => v_query);
  v_queue   constant boolean := rowlock._escalation_search_is_queue(query => v_query);
  v_up_to   constant bigint := case when v_query ->> 'count' = 'exact' then null else 10001 end;
  v_skip    constant bigint := (v_query ->> 'skip_rows')::bigint;
  v_way     jsonb := '{"way": "rows"}';
  v_ids     uuid[] := '{}';
  v_matched bigint;
begin
  if v_queue and v_scope.is_global then
    v_scope.is_global := false;
    v_scope.read_all := rowlock._escalation_queue_roles();
  end if;
  -- An empty set of roles matches nothing.
  if v_scope.is_global or v_scope.read_all <> '{}' or v_scope.read_self <> '{}' then
    v_way := rowlock._escalation_search_way(query => v_query, access => v_scope, at => v_now);
    v_ids := rowlock._escalation_search_ids(query => v_query, access => v_scope, at => v_now, way => v_way);
  end if;

  v_matched := case
    when v_query ->> 'count' = 'false' then null
    -- The last page, reached by its offset, tells the total itself.
    when not v_query ? 'key' and cardinality(v_ids) <= (v_query ->> 'max_rows')::integer
      and (v_ids <> '{}' or v_skip = 0) then v_skip + cardinality(v_ids)
    -- How common an entity is only the statistics know, and a facet better than the head of a queue:
    -- the planner counts by their indexes, or not.
    when v_queue and not v_query ? 'entity' and (v_way ? 'is_end' or not v_query ? 'facets') then rowlock._escalation_search_queue_count(
      query => v_query, access => v_scope, at => v_now, up_to => v_up_to)
    else rowlock._escalation_search_rows_count(query => v_query, access => v_scope, at => v_now, up_to => v_up_to)
  end;
  return rowlock._escalation_search_page(query => v_query, ids => v_ids, matched => v_matched);
end;
$$;

comment on function rowlock.escalation_search is
  'query, all AND-ed, null is absent: role, roles, status (one or an array; pending: not due; expired: due ones too), type, subtype, entity, priority, assigned_to, origin_id, workflow_id, task_id, ids, search (an exact id, origin_id or workflow_id), available, held_by_me, facets ({key: value}: the metadata contains them), block ([{key: value}]: none is contained), range ([{facet, op, value}], op < <= > >= =, numbers), exists ([key]: present), jeopardy (pending, not held, older than the threshold of its role), created and ended ({from, to}, half-open), order_by ([{field, direction, numeric}], field a column or metadata.<key>, default priority, created_at; missing values count as greatest), max_rows or limit (1 to 500, default 50), skip_rows or offset, after (next of the page before), count (exact, or false for no total; else exact up to 10000). Raises PT400, PT401, PT403.';
revoke all on function rowlock.escalation_search from public;
select rowlock._function_grant('escalation_search', 'service', 'user', 'proxy');
