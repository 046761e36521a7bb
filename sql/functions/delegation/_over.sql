-- rowlock._delegation_over(access, escalation): did the actor claim the row for somebody for whom it acts no more?
-- Reads: rowlock.event.
create or replace function rowlock._delegation_over(
  access     rowlock.access,
  escalation rowlock.escalation
)
returns boolean
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_claim rowlock.event;
begin
  -- Who may act on every row of the role does so in its own right.
  if access.delegations is null or access.is_global or escalation.role = any (access.write_all)
     or escalation.assigned_to is distinct from access.actor or escalation.assigned_until is null then
    return false;
  end if;
  v_claim := rowlock._delegation_claim(escalation => escalation);
  return coalesce(
    v_claim.actor = access.actor and v_claim.payload ->> 'on_behalf_of' is not null
    and not escalation.role || ':' || (v_claim.payload ->> 'on_behalf_of') = any (access.write_for), false);
end;
$$;

comment on function rowlock._delegation_over is
  'Then nothing is done with it any more: the claim was lawful, and what it was by is over. False for whoever never was a delegate, without a look at the journal.';
revoke all on function rowlock._delegation_over from public;
