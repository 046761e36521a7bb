-- rowlock._delegation_whose(access, escalation): whose row it is when a delegate acts on it: of for whom it was claimed, else of the assigned.
-- Reads: rowlock.event.
create or replace function rowlock._delegation_whose(
  access     rowlock.access,
  escalation rowlock.escalation
)
returns uuid
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_claim rowlock.event;
begin
  -- A claim makes the row the delegate's own; only its event says for whom that was.
  if escalation.assigned_to = access.actor and escalation.assigned_until is not null then
    select v.* into v_claim
    from rowlock.event v
    where v.subject_id = escalation.id::text and v.subject_type = 'escalation' and v.topic = 'escalation.claimed'
      and (v.payload ->> 'claim_no')::integer = escalation.claim_no
    order by v.seq desc
    limit 1;
    if v_claim.actor = access.actor and exists (
      select from jsonb_array_elements(access.delegations) d (value)
      where d.value ->> 'role' = escalation.role and d.value ->> 'from_user' = v_claim.payload ->> 'on_behalf_of'
        and d.value ->> 'write_scope' <> 'none')
    then
      return (v_claim.payload ->> 'on_behalf_of')::uuid;
    end if;
  end if;
  return escalation.assigned_to;
end;
$$;

comment on function rowlock._delegation_whose is
  'The assigned_to that _delegation_of is to be asked with, of the row before the change: what was claimed for a giver is answered for that giver, while the delegation holds.';
revoke all on function rowlock._delegation_whose from public;
