-- rowlock._escalation_claim_set(ids, holder, duration_minutes, force, at, access): claim locked rows for somebody.
-- Reads: rowlock.escalation. Writes: rowlock.escalation, rowlock.event.
create or replace function rowlock._escalation_claim_set(
  ids              uuid[],
  holder           uuid,
  duration_minutes integer,
  force            boolean,
  at               timestamptz,
  access           rowlock.access
)
returns uuid[]
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_until constant timestamptz := at + make_interval(mins => duration_minutes);
  v_facts constant jsonb := jsonb_build_object('assigned_until', rowlock._time_iso(v_until));
  v_done  uuid[];
  r       record;
begin
  with old as materialized (
    select
      e.id, e.assigned_to, e.claim_no,
      case when _escalation_claim_set.holder = access.actor
        then rowlock._delegation_for(access => access, escalation => e) end as other,
      case
        when e.assigned_until is null or e.assigned_until <= _escalation_claim_set.at then 'free'
        when e.assigned_to = _escalation_claim_set.holder then 'own'
        else 'held'
      end as state
    from only rowlock.escalation e
    where e.id = any (_escalation_claim_set.ids)
      and not (access.delegations is not null and rowlock._delegation_over(access => access, escalation => e))
  ),
  claimed as (
    update only rowlock.escalation e
    set
      assigned_to = _escalation_claim_set.holder,
      assigned_until = v_until,
      claimed_at = case o.state when 'own' then e.claimed_at else greatest(_escalation_claim_set.at, e.created_at) end,
      claim_no = e.claim_no + case o.state when 'own' then 0 else 1 end,
      last_holder = _escalation_claim_set.holder,
      -- What is taken from a holder is released, then claimed: two steps.
      version = e.version + case o.state when 'held' then 2 else 1 end,
      updated_at = _escalation_claim_set.at
    from old o
    where e.id = o.id
      and e.status = 'pending'
      and (e.expires_at is null or e.expires_at > _escalation_claim_set.at)
      and (_escalation_claim_set.force or o.state <> 'held')
    returning
      e.id, o.state,
      v_facts || jsonb_build_object(
        'claim_no', e.claim_no, 'on_behalf_of', o.other) as facts,
      o.assigned_to as former, jsonb_build_object('reason', 'taken', 'claim_no', o.claim_no) as former_facts
  )
  select
    array_agg(c.id order by c.id) as done,
    array_agg(c.id order by c.id) filter (where c.state = 'held') as held,
    array_agg(c.former order by c.id) filter (where c.state = 'held') as former,
    array_agg(c.former_facts order by c.id) filter (where c.state = 'held') as former_facts,
    array_agg(c.id order by c.id) filter (where c.state <> 'own') as claimed,
    array_agg(c.facts order by c.id) filter (where c.state <> 'own') as claimed_facts,
    array_agg(c.id order by c.id) filter (where c.state = 'own') as extended,
    array_agg(c.facts order by c.id) filter (where c.state = 'own') as extended_facts
  into r
  from claimed c;

  perform rowlock._escalation_journal_set(
    ids => r.held, verb => 'released', actor => access.actor, occurred_at => at,
    payloads => r.former_facts, concerns => r.former, versions_ago => 1);
  perform rowlock._escalation_journal_set(
    ids => r.claimed, verb => 'claimed', actor => access.actor, occurred_at => at, payloads => r.claimed_facts);
  perform rowlock._escalation_journal_set(
    ids => r.extended, verb => 'extended', actor => access.actor, occurred_at => at, payloads => r.extended_facts);
  return coalesce(r.done, '{}');
end;
$$;

comment on function rowlock._escalation_claim_set is
  'Claims those rows for the holder that nobody else holds, or with force all of them; the holder''s own live claims are extended. The caller has locked the rows, and judges by the same time. Returns the ids.';
revoke all on function rowlock._escalation_claim_set from public;
