-- rowlock._escalation_groups(role, origin_ids, size_facet, at): what is pending of each origin within a role.
-- Reads: rowlock.escalation.
create or replace function rowlock._escalation_groups(
  role       text,
  origin_ids text[],
  size_facet text,
  at         timestamptz
)
returns setof jsonb
language sql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
  -- In the order of the origins; a group without a declared size is as large as it is.
  select jsonb_build_object(
    'origin_id', g.origin_id, 'members', g.members, 'declared_size', g.declared, 'available', g.available,
    'complete', g.members = coalesce(g.declared, g.members), 'priority', g.priority, 'created_at', rowlock._time_iso(g.created_at))
  from (
    select
      o.n, o.origin_id, count(*) as members, max(rowlock._facet_number(e.metadata -> _escalation_groups.size_facet)) as declared,
      count(*) filter (where rowlock._escalation_is_available(e.assigned_to, e.assigned_until, _escalation_groups.at)) as available,
      min(e.priority) as priority, min(e.created_at) as created_at
    from unnest(_escalation_groups.origin_ids) with ordinality o (origin_id, n)
    join only rowlock.escalation e on e.origin_id = o.origin_id
    where e.role = _escalation_groups.role and e.status = 'pending' and (e.expires_at is null or e.expires_at > _escalation_groups.at)
    group by o.n, o.origin_id
  ) g
  order by g.n;
$$;

comment on function rowlock._escalation_groups is
  '{origin_id, members, declared_size, available, complete, priority, created_at} of each, over rows that are pending and not due.';
revoke all on function rowlock._escalation_groups from public;
