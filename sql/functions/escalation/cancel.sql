-- rowlock.escalation_cancel(id, reason, actor): call one row off.
-- Reads: rowlock.escalation. Writes: rowlock.escalation, rowlock.event.
create or replace function rowlock.escalation_cancel(
  id     uuid,
  reason text default null,
  actor  uuid default rowlock.actor_current()
)
returns rowlock.escalation
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now    constant timestamptz := clock_timestamp();
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_row    rowlock.escalation;
begin
  perform rowlock._argument_text(field => 'reason', value => reason, max_length => 10000);

  for i in 1 .. 3 loop
    update only rowlock.escalation e
    set
      status = 'cancelled',
      ended_at = greatest(v_now, e.created_at, e.claimed_at),
      milestones = e.milestones || jsonb_build_array(jsonb_build_object(
        'at', rowlock._time_iso(v_now), 'by', v_access.actor, 'what', 'cancelled',
        'reason', escalation_cancel.reason)),
      version = e.version + 1,
      updated_at = v_now
    where e.id = escalation_cancel.id
      and e.status = 'pending'
      and (e.expires_at is null or e.expires_at > v_now)
      and rowlock._can_write(v_access, e.role, e.assigned_to)
    returning e.* into v_row;

    if found then
      if v_access.delegations is not null and rowlock._delegation_over(access => v_access, escalation => v_row) then
        perform rowlock._escalation_open(id => id, access => v_access, gate => 'write', at => v_now);
      end if;
      perform rowlock._escalation_journal(
        escalation => v_row, verb => 'cancelled', actor => v_access.actor, occurred_at => v_now,
        payload => jsonb_build_object(
          'reason', reason,
          'on_behalf_of', rowlock._delegation_for(access => v_access, escalation => v_row)));
      return v_row;
    end if;

    v_row := rowlock._escalation_open(id => id, access => v_access, gate => 'write', at => v_now);
  end loop;
  perform rowlock._escalation_refuse(escalation => v_row, reason => 'contended');
end;
$$;

comment on function rowlock.escalation_cancel is
  'Call a pending row off, also one that somebody holds; the reason goes to the milestones and the event. Raises PT400, PT401, PT403, PT404, PT409.';
revoke all on function rowlock.escalation_cancel from public;
select rowlock._function_grant('escalation_cancel', 'service', 'user', 'proxy');
