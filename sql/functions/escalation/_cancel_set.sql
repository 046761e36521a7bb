-- rowlock._escalation_cancel_set(ids, reason, at, access): call locked rows off.
-- Reads: rowlock.escalation. Writes: rowlock.escalation, rowlock.event.
create or replace function rowlock._escalation_cancel_set(
  ids    uuid[],
  reason text,
  at     timestamptz,
  access rowlock.access
)
returns uuid[]
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_ids   uuid[];
  v_facts jsonb[];
begin
  with cancelled as (
    update only rowlock.escalation e
    set
      status = 'cancelled',
      ended_at = greatest(_escalation_cancel_set.at, e.created_at, e.claimed_at),
      milestones = e.milestones || jsonb_build_array(jsonb_build_object(
        'at', rowlock._time_iso(_escalation_cancel_set.at), 'by', access.actor, 'what', 'cancelled',
        'reason', _escalation_cancel_set.reason)),
      version = e.version + 1,
      updated_at = _escalation_cancel_set.at
    where e.id = any (_escalation_cancel_set.ids)
      and e.status = 'pending'
      and (e.expires_at is null or e.expires_at > _escalation_cancel_set.at)
    returning
      e.id, jsonb_build_object(
        'reason', _escalation_cancel_set.reason,
        'on_behalf_of', rowlock._delegation_for(access => access, escalation => e)) as facts
  )
  select coalesce(array_agg(c.id order by c.id), '{}'), array_agg(c.facts order by c.id) into v_ids, v_facts
  from cancelled c;

  perform rowlock._escalation_journal_set(
    ids => v_ids, verb => 'cancelled', actor => access.actor, occurred_at => at,
    payloads => v_facts);
  return v_ids;
end;
$$;

comment on function rowlock._escalation_cancel_set is
  'Calls those of the rows off that are pending and not due; the reason goes to the milestones and the events. The caller has locked the rows. Returns the ids.';
revoke all on function rowlock._escalation_cancel_set from public;
