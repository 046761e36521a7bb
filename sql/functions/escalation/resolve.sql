-- rowlock.escalation_resolve(id, resolver_payload, metadata, expected_claim_no, actor): answer one row.
-- Reads: rowlock.escalation. Writes: rowlock.escalation, rowlock.event.
create or replace function rowlock.escalation_resolve(
  id                uuid,
  resolver_payload  jsonb,
  metadata          jsonb default null,
  expected_claim_no integer default null,
  actor             uuid default rowlock.actor_current()
)
returns rowlock.escalation
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
begin
  perform rowlock._escalation_answer_check(resolver_payload => resolver_payload, metadata => metadata);
  return rowlock._escalation_settle(
    id => id, resolver_payload => resolver_payload, metadata => metadata,
    expected_claim_no => expected_claim_no, by_key => false, access => v_access);
end;
$$;

comment on function rowlock.escalation_resolve is
  'Answer a row that is free, pre-assigned, or held by the actor; another''s lapsed claim is no obstacle. metadata is merged. expected_claim_no asserts a live claim. Raises PT400, PT401, PT403, PT404, PT409.';
revoke all on function rowlock.escalation_resolve from public;
select rowlock._function_grant('escalation_resolve', 'service', 'user', 'proxy');
