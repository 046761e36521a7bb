-- rowlock._escalation_approve(escalation, resolver_payload, metadata, access, at): one person's answer to a row that needs several.
-- Reads: rowlock.approval. Writes: rowlock.approval, rowlock.escalation, rowlock.event.
create or replace function rowlock._escalation_approve(
  escalation       rowlock.escalation,
  resolver_payload jsonb,
  metadata         jsonb,
  access           rowlock.access,
  at               timestamptz
)
returns rowlock.escalation
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_agree integer;
  v_most  integer;
  v_ends  constant boolean := coalesce(escalation.assigned_to = access.actor and escalation.assigned_until is not null, false);
  v_frees constant boolean := v_ends and rowlock._can_manage(access, escalation.role);
  -- What a delegate claimed for somebody is that person's again; what it was assigned to stays so.
  v_keeps constant uuid := case when v_ends and access.delegations is not null
    then rowlock._delegation_whose(access => access, escalation => escalation) else escalation.assigned_to end;
  v_other constant uuid := rowlock._delegation_for(access => access, escalation => escalation);
  v_said  boolean;
  v_row   rowlock.escalation;
begin
  -- The row is locked, so its answers come one after the other and the last one sees all.
  insert into rowlock.approval as a (escalation_id, user_id, role, decision, resolver_payload, answered_at, on_behalf_of)
  values (
    escalation.id, access.actor, escalation.role, _escalation_approve.resolver_payload -> 'decision',
    _escalation_approve.resolver_payload, at, v_other)
  on conflict on constraint approval_pkey do update
  set
    role = excluded.role,
    decision = excluded.decision,
    resolver_payload = excluded.resolver_payload,
    answered_at = excluded.answered_at,
    on_behalf_of = excluded.on_behalf_of,
    void = false
  where (a.decision, a.resolver_payload, a.void, a.on_behalf_of)
    is distinct from (excluded.decision, excluded.resolver_payload, false, excluded.on_behalf_of);
  v_said := found;

  -- Who has left meanwhile, and what was said before the row was escalated, does not count.
  select coalesce(max(c.people) filter (where c.mine), 0), max(c.people) into v_agree, v_most
  from (
    select count(*)::integer as people, bool_or(a.user_id = access.actor) as mine
    from rowlock._escalation_approvals_counted(escalation_id => escalation.id) a
    group by a.decision
  ) c;
  if v_agree >= escalation.approvals_required then
    return null;
  end if;
  -- Who sends the same again changes nothing.
  if not (v_said or v_ends) and escalation.metadata || coalesce(metadata, '{}') = escalation.metadata then
    return escalation;
  end if;

  -- The holder has done their part: the claim ends, so that the next person need not wait for it.
  update only rowlock.escalation e
  set
    approvals = least(v_most, e.approvals_required - 1),
    assigned_to = case when not v_frees then v_keeps end,
    assigned_until = case when not v_ends then e.assigned_until end,
    claimed_at = case when not v_ends then e.claimed_at end,
    last_holder = case when not v_ends then e.last_holder end,
    metadata = e.metadata || coalesce(_escalation_approve.metadata, '{}'),
    version = e.version + 1,
    updated_at = at
  where e.id = escalation.id
  returning e.* into v_row;
  perform rowlock._escalation_journal(
    escalation => v_row, verb => 'approved', actor => access.actor, occurred_at => at,
    payload => jsonb_build_object(
      'by', access.actor, 'on_behalf_of', v_other, 'approvals', v_row.approvals, 'required', v_row.approvals_required,
      'released', case when v_ends then true end, 'claim_no', case when v_ends then v_row.claim_no end),
    concerns => escalation.assigned_to);
  return v_row;
end;
$$;

comment on function rowlock._escalation_approve is
  'The row as it is left open, or null when enough people agree and it is to be resolved. A locked row, an answer that passed the gate.';
revoke all on function rowlock._escalation_approve from public;
