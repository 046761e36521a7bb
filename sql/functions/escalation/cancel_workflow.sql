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
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_ids    uuid[];
begin
  perform rowlock._argument_text(field => 'workflow_id', value => workflow_id, required => true);
  perform rowlock._argument_text(field => 'reason', value => reason, max_length => 10000);

  v_ids := rowlock._escalation_lock_set(access => v_access, ids => array(
    select e.id from only rowlock.escalation e
    where e.workflow_id = escalation_cancel_workflow.workflow_id and e.status = 'pending'));
  return cardinality(rowlock._escalation_cancel_set(ids => v_ids, reason => reason, at => clock_timestamp(), access => v_access));
end;
$$;

comment on function rowlock.escalation_cancel_workflow is
  'Calls off the pending rows of a workflow that the actor may act on, also those that somebody holds, and returns how many; others stay as they are. The reason goes to the milestones and the events. Raises PT400, PT401, PT403.';
revoke all on function rowlock.escalation_cancel_workflow from public;
select rowlock._function_grant('escalation_cancel_workflow', 'service', 'user', 'proxy');
