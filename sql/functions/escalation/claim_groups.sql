-- rowlock.escalation_claim_groups(query, max_rows, size_facet, duration_minutes, actor): claim whole groups, all rows of an origin.
-- Reads: rowlock.escalation. Writes: rowlock.escalation, rowlock.event.
create or replace function rowlock.escalation_claim_groups(
  query            jsonb,
  max_rows         integer default 1,
  size_facet       text default 'orderSize',
  duration_minutes integer default 30,
  actor            uuid default rowlock.actor_current()
)
returns setof rowlock.escalation_group
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
-- As in claim_by_facets.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set jit = off
as $$
declare
  v_now    constant timestamptz := clock_timestamp();
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_query  jsonb;
  v_groups rowlock.escalation_group_lock[];
begin
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 100);
  perform rowlock._argument_range(field => 'duration_minutes', value => duration_minutes, low => 1, high => 1440);
  perform rowlock._facet_key_check(field => 'size_facet', key => size_facet);
  v_query := rowlock._escalation_pond_query(query => query);
  v_groups := array(
    select g from rowlock._escalation_lock_groups(
      query => v_query, access => rowlock._escalation_pond_scope(access => v_access, query => v_query),
      max_rows => escalation_claim_groups.max_rows, size_facet => escalation_claim_groups.size_facet, at => v_now) g);

  perform rowlock._escalation_claim_set(
    ids => array(select i.id from unnest(v_groups) g cross join unnest(g.ids) i (id)), holder => v_access.actor,
    duration_minutes => duration_minutes, force => false, at => v_now, access => v_access);
  return query
    select
      g.origin_id,
      array(select e from only rowlock.escalation e where e.id = any (g.ids) order by e.priority, e.created_at, e.id)
    from unnest(v_groups) with ordinality g (origin_id, ids, n)
    order by g.n;
end;
$$;

comment on function rowlock.escalation_claim_groups is
  'Claims up to max_rows (1 to 100) whole groups: all pending rows of an origin within the role that the query names, when each is available and they are as many as their metadata declares under size_facet; without that, as many as there are. A group is taken when the query finds one of its rows; it has at most 1000. Zero groups are an answer. Raises PT400, PT401, PT403 (also without write scope on the whole role).
Example: {"query": {"role": "reviewer", "facets": {"region": "north"}}, "max_rows": 2, "duration_minutes": 15}';
revoke all on function rowlock.escalation_claim_groups from public;
select rowlock._function_grant('escalation_claim_groups', 'service', 'user', 'proxy');
