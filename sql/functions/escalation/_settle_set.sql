-- rowlock._escalation_settle_set(ids, resolver_payloads, access, at, metadata, claims): resolve locked rows, each by its own answer.
-- Writes: rowlock.escalation, rowlock.event.
create or replace function rowlock._escalation_settle_set(
  ids               uuid[],
  resolver_payloads jsonb[],
  access            rowlock.access,
  at                timestamptz,
  metadata          jsonb default null,
  claims            boolean default false
)
returns uuid[]
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_ids   uuid[];
  v_facts jsonb[];
begin
  -- The locks are ours and the rows were judged under them, so the update needs no guard of its own.
  with settled as (
    update only rowlock.escalation e
    set
      status = 'resolved',
      resolved_at = greatest(at, e.created_at, e.claimed_at),
      resolved_by = access.actor,
      ended_at = greatest(at, e.created_at, e.claimed_at),
      resolver_payload = a.resolver_payload,
      approvals = case when e.approvals_required > 1 then e.approvals_required else 0 end,
      metadata = e.metadata || coalesce(_escalation_settle_set.metadata, '{}'),
      -- A claim that is taken with the answer is over with it.
      assigned_to = case when claims then access.actor else e.assigned_to end,
      assigned_until = case
        when claims and not rowlock._escalation_is_held_by(e.assigned_to, e.assigned_until, access.actor, at) then greatest(at, e.created_at)
        else e.assigned_until
      end,
      claimed_at = case
        when claims and not rowlock._escalation_is_held_by(e.assigned_to, e.assigned_until, access.actor, at) then greatest(at, e.created_at)
        else e.claimed_at
      end,
      claim_no = e.claim_no + (claims and not rowlock._escalation_is_held_by(e.assigned_to, e.assigned_until, access.actor, at))::integer,
      last_holder = case
        when claims and not rowlock._escalation_is_held_by(e.assigned_to, e.assigned_until, access.actor, at) then access.actor
        else e.last_holder
      end,
      version = e.version + 1,
      updated_at = at
    from unnest(_escalation_settle_set.ids, _escalation_settle_set.resolver_payloads) a (id, resolver_payload)
    where e.id = a.id and e.status = 'pending'
    returning
      e.id, jsonb_build_object(
        'by', access.actor, 'signal_key', e.signal_key, 'claim_no', e.claim_no, 'approvals', nullif(e.approvals, 0),
        -- As it was before, by delegates alone.
        'on_behalf_of', case when access.delegations is not null then (
          select rowlock._delegation_for(access => access, escalation => w) from only rowlock.escalation w where w.id = e.id)
        end) as facts
  )
  select coalesce(array_agg(s.id order by s.id), '{}'), array_agg(s.facts order by s.id) into v_ids, v_facts
  from settled s;

  perform rowlock._escalation_journal_set(
    ids => v_ids, verb => 'resolved', actor => access.actor, occurred_at => at, payloads => v_facts);
  return v_ids;
end;
$$;

comment on function rowlock._escalation_settle_set is
  'The ids of the rows that are resolved, ascending. claims takes those that the actor does not hold. The caller has locked and judged them, and its answers passed the gate.';
revoke all on function rowlock._escalation_settle_set from public;
