-- rowlock.escalation_cancel_workflow(workflow_id, reason, actor): call off whatever a workflow still waits for.
-- Reads: rowlock.escalation. Writes: rowlock.escalation, rowlock.event.
create or replace function rowlock.escalation_cancel_workflow(
  workflow_id text,
  reason      text default null,
  actor       uuid default rowlock.actor_current()
)
returns integer
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_now    constant timestamptz := clock_timestamp();
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_ids    uuid[];
begin
  perform rowlock._argument_text(field => 'workflow_id', value => workflow_id, required => true);
  perform rowlock._argument_text(field => 'reason', value => reason, max_length => 10000);

  -- Locked in the order of the ids, so that no other set waits for this one and is waited for.
  with open as materialized (
    select e.id
    from only rowlock.escalation e
    where e.workflow_id = escalation_cancel_workflow.workflow_id
      and e.status = 'pending'
      and (e.expires_at is null or e.expires_at > v_now)
      and rowlock._can_write(v_access, e.role, e.assigned_to)
    order by e.id
    for no key update
  ),
  cancelled as (
    update only rowlock.escalation e
    set
      status = 'cancelled',
      ended_at = greatest(v_now, e.created_at, e.claimed_at),
      milestones = e.milestones || jsonb_build_array(jsonb_build_object(
        'at', rowlock._time_iso(v_now), 'by', v_access.actor, 'what', 'cancelled',
        'reason', escalation_cancel_workflow.reason)),
      version = e.version + 1,
      updated_at = v_now
    from open o
    where e.id = o.id and e.status = 'pending'
    returning e.id
  )
  select coalesce(array_agg(c.id order by c.id), '{}') into v_ids from cancelled c;

  return rowlock._escalation_journal_set(
    ids => v_ids, verb => 'cancelled', actor => v_access.actor, occurred_at => v_now,
    payloads => array_fill(jsonb_build_object('reason', reason), array[cardinality(v_ids)]));
end;
$$;

comment on function rowlock.escalation_cancel_workflow is
  'Calls off the pending rows of a workflow that the actor may act on, also those that somebody holds, and returns how many; others stay as they are. The reason goes to the milestones and the events. Raises PT400, PT401, PT403.';
revoke all on function rowlock.escalation_cancel_workflow from public;
select rowlock._function_grant('escalation_cancel_workflow', 'service', 'user', 'proxy');
