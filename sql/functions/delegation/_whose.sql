-- rowlock._delegation_whose(access, escalation): whose row it is when a delegate acts on it: of for whom it was claimed, else of the assigned.
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
    v_claim := rowlock._delegation_claim(escalation => escalation);
    if v_claim.actor = access.actor and v_claim.payload ->> 'on_behalf_of' is not null then
      return (v_claim.payload ->> 'on_behalf_of')::uuid;
    end if;
  end if;
  return escalation.assigned_to;
end;
$$;

comment on function rowlock._delegation_whose is
  'The assigned_to that _delegation_of is to be asked with, of the row before the change: what was claimed for a giver is that giver''s, and not one''s own.';
revoke all on function rowlock._delegation_whose from public;
