-- rowlock._escalation_is_held_by(assigned_to, assigned_until, holder, at): has this account a live claim of it?
create or replace function rowlock._escalation_is_held_by(
  assigned_to    uuid,
  assigned_until timestamptz,
  holder         uuid,
  at             timestamptz
)
returns boolean
language sql immutable security invoker
as $$
  select ($1 operator(pg_catalog.=) $3 and $2 operator(pg_catalog.>) $4) is true
$$;

comment on function rowlock._escalation_is_held_by is 'Claimed by this account, and not lapsed. Never null.';
revoke all on function rowlock._escalation_is_held_by from public;
