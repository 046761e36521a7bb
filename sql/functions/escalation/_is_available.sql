-- rowlock._escalation_is_available(assigned_to, assigned_until, at): free for anybody, blind to status and deadline.
create or replace function rowlock._escalation_is_available(
  assigned_to    uuid,
  assigned_until timestamptz,
  at             timestamptz
)
returns boolean
language sql immutable security invoker
as $$
  select $1 is null or $2 is null or $2 operator(pg_catalog.<=) $3
$$;

comment on function rowlock._escalation_is_available is 'Nobody holds it: unassigned, pre-assigned, or lapsed.';
revoke all on function rowlock._escalation_is_available from public;
