-- rowlock.escalation_claim_by_facets(query, max_rows, all_or_none, duration_minutes, actor): claim the best rows that a query asks for.
-- Reads: rowlock.escalation. Writes: rowlock.escalation, rowlock.event.
create or replace function rowlock.escalation_claim_by_facets(
  query            jsonb,
  max_rows         integer default 1,
  all_or_none      boolean default false,
  duration_minutes integer default 30,
  actor            uuid default rowlock.actor_current()
)
returns setof rowlock.escalation
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
-- The query is planned for itself, what is the same for all of them once. Claims never walk the table.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set jit = off
as $$
declare
  v_now    constant timestamptz := clock_timestamp();
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_query  jsonb;
  v_ids    uuid[];
begin
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 100);
  perform rowlock._argument_range(field => 'duration_minutes', value => duration_minutes, low => 1, high => 1440);
  v_query := rowlock._escalation_pond_query(query => query);
  v_ids := rowlock._escalation_lock_matches(
    query => v_query, access => rowlock._escalation_pond_scope(access => v_access, query => v_query),
    max_rows => max_rows, at => v_now);
  if all_or_none and cardinality(v_ids) < max_rows then
    return;
  end if;

  v_ids := rowlock._escalation_claim_set(
    ids => v_ids, holder => v_access.actor, duration_minutes => duration_minutes, force => false, at => v_now,
    access => v_access);
  return query
    select e.* from only rowlock.escalation e
    where e.id = any (v_ids)
    order by e.priority, e.created_at, e.id;
end;
$$;

comment on function rowlock.escalation_claim_by_facets is
  'Claims up to max_rows (1 to 100) of the best rows of the role that the query names and all that it asks: the elements are those of escalation_search, status pending and available true are a matter of course. Zero rows are an answer; with all_or_none so is less than max_rows, and nothing is claimed. Raises PT400, PT401, PT403 (also without write scope on the whole role).
Example: {"query": {"role": "reviewer", "facets": {"region": "north"}}, "max_rows": 2, "duration_minutes": 15}';
revoke all on function rowlock.escalation_claim_by_facets from public;
select rowlock._function_grant('escalation_claim_by_facets', 'service', 'user', 'proxy');
