-- rowlock._run_parked(id, status): does a run wait for an answer?
-- Reads: rowlock.escalation.
create or replace function rowlock._run_parked(
  id     uuid,
  status text
)
returns boolean
language sql stable security invoker
as $$
  -- Derived, so it is never out of date. Pending rows are in no archive.
  select status operator(pg_catalog.=) 'running' and exists (
    select from only rowlock.escalation e
    where e.run_id operator(pg_catalog.=) _run_parked.id and e.status operator(pg_catalog.=) 'pending');
$$;

comment on function rowlock._run_parked is 'A parked run is running, and at least one question of it is pending. A predicate of queries: it is inlined.';
revoke all on function rowlock._run_parked from public;
