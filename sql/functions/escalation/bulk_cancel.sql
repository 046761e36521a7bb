-- rowlock.escalation_bulk_cancel(ids, reason, actor): call many rows off.
-- Reads: rowlock.escalation. Writes: rowlock.escalation, rowlock.event.
create or replace function rowlock.escalation_bulk_cancel(
  ids    uuid[],
  reason text default null,
  actor  uuid default rowlock.actor_current()
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
  perform rowlock._argument_text(field => 'reason', value => reason, max_length => 10000);
  v_ids := rowlock._escalation_bulk_lock(ids => ids, access => v_access);
  v_ids := rowlock._escalation_cancel_set(ids => v_ids, reason => reason, at => clock_timestamp(), access => v_access);
  return rowlock._escalation_bulk_done(ids => ids, done => v_ids, otherwise => 'expired');
end;
$$;

comment on function rowlock.escalation_bulk_cancel is
  'Calls up to 1000 pending rows off, also those that somebody holds; the reason goes to the milestones and the events. Needs admin type on the role of every row that exists, or global access. skipped tells why of the others: not_found, resolved, cancelled, expired. Raises PT400, PT401, PT403.
Example: {"ids": ["0195f3a0-7c1e-7b2a-9d3f-5e4c8b6a7d10"], "reason": "not needed any more"}';
revoke all on function rowlock.escalation_bulk_cancel from public;
select rowlock._function_grant('escalation_bulk_cancel', 'service', 'user', 'proxy');
