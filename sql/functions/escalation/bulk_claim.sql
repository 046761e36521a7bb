-- rowlock.escalation_bulk_claim(ids, duration_minutes, actor): hold many rows for a while.
-- Reads: rowlock.escalation. Writes: rowlock.escalation, rowlock.event.
create or replace function rowlock.escalation_bulk_claim(
  ids              uuid[],
  duration_minutes integer default 30,
  actor            uuid default rowlock.actor_current()
)
returns rowlock.escalation_bulk
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_ids    uuid[];
begin
  perform rowlock._argument_range(field => 'duration_minutes', value => duration_minutes, low => 1, high => 1440);
  v_ids := rowlock._escalation_bulk_lock(ids => ids, access => v_access);
  v_ids := rowlock._escalation_claim_set(
    ids => v_ids, holder => v_access.actor, duration_minutes => duration_minutes, force => false, at => clock_timestamp(),
    access => v_access);
  return rowlock._escalation_bulk_done(ids => ids, done => v_ids, otherwise => 'held');
end;
$$;

comment on function rowlock.escalation_bulk_claim is
  'Claims those of up to 1000 rows that nobody else holds; the actor''s own live claims are extended. Needs admin type on the role of every row that exists, or global access. skipped tells why of the others: not_found, resolved, cancelled, expired, held. Raises PT400, PT401, PT403.
Example: {"ids": ["0195f3a0-7c1e-7b2a-9d3f-5e4c8b6a7d10"], "duration_minutes": 15}';
revoke all on function rowlock.escalation_bulk_claim from public;
select rowlock._function_grant('escalation_bulk_claim', 'service', 'user', 'proxy');
