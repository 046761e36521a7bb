-- rowlock._escalation_facets_near(query, access): are the facets of a query seen at the heads of its queues?
-- Reads: rowlock.escalation.
create or replace function rowlock._escalation_facets_near(
  query  jsonb,
  access rowlock.access
)
returns boolean
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return exists (
    select
    from unnest(access.read_all) r (role)
    cross join lateral (
      select e.metadata
      from only rowlock.escalation e
      where e.role = r.role and e.status = 'pending' and e.assigned_until is null
      order by e.priority, e.created_at, e.id
      limit greatest(4, 128 / greatest(1, cardinality(access.read_all)))
    ) h
    where h.metadata @> (query -> 'facets'));
end;
$$;

comment on function rowlock._escalation_facets_near is
  'Whether a walk from the heads finds rows soon; else they are few or far, and their index is the way. Looks at 128 rows.';
revoke all on function rowlock._escalation_facets_near from public;
