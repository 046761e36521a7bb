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
  v_now    timestamptz;
  v_ids    uuid[];
begin
  perform rowlock._argument_text(field => 'reason', value => reason, max_length => 10000);
  v_ids := rowlock._escalation_bulk_lock(ids => ids, access => v_access);
  v_now := clock_timestamp();

  with cancelled as (
    update only rowlock.escalation e
    set
      status = 'cancelled',
      ended_at = greatest(v_now, e.created_at, e.claimed_at),
      milestones = e.milestones || jsonb_build_array(jsonb_build_object(
        'at', rowlock._time_iso(v_now), 'by', v_access.actor, 'what', 'cancelled',
        'reason', escalation_bulk_cancel.reason)),
      version = e.version + 1,
      updated_at = v_now
    where e.id = any (v_ids)
      and e.status = 'pending'
      and (e.expires_at is null or e.expires_at > v_now)
    returning e.id
  )
  select coalesce(array_agg(c.id order by c.id), '{}') into v_ids from cancelled c;

  perform rowlock._escalation_journal_set(
    ids => v_ids, verb => 'cancelled', actor => v_access.actor, occurred_at => v_now,
    payloads => array_fill(jsonb_build_object('reason', reason), array[cardinality(v_ids)]));
  return rowlock._escalation_bulk_done(ids => ids, done => v_ids, otherwise => 'expired');
end;
$$;

comment on function rowlock.escalation_bulk_cancel is
  'Calls up to 1000 pending rows off, also those that somebody holds; the reason goes to the milestones and the events. Needs admin type on the role of every row that exists, or global access. skipped tells why of the others: not_found, resolved, cancelled, expired. Raises PT400, PT401, PT403.
Example: {"ids": ["0195f3a0-7c1e-7b2a-9d3f-5e4c8b6a7d10"], "reason": "not needed any more"}';
revoke all on function rowlock.escalation_bulk_cancel from public;
select rowlock._function_grant('escalation_bulk_cancel', 'service', 'user', 'proxy');
