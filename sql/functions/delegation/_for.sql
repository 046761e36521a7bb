-- rowlock._delegation_for(access, escalation, manages): for whom the actor acts on a row; null: in its own right. As an inlined expression.
create or replace function rowlock._delegation_for(
  access     rowlock.access,
  escalation rowlock.escalation,
  manages    boolean default false
)
returns uuid
language sql stable security invoker
as $$
  select case when ($1).delegations is not null then rowlock._delegation_of(
    access => $1, role => ($2).role,
    assigned_to => rowlock._delegation_whose(access => $1, escalation => $2), manages => $3) end
$$;

comment on function rowlock._delegation_for is
  'on_behalf_of in the events of a row, given as it was before the change; who is no delegate pays for one look at its access.';
revoke all on function rowlock._delegation_for from public;
