-- rowlock._escalation_in_jeopardy(escalation, role, at): pending, held by nobody, and older than its role allows.
create or replace function rowlock._escalation_in_jeopardy(
  escalation rowlock.escalation,
  role       rowlock.role,
  at         timestamptz
)
returns boolean
language sql stable security invoker
as $$
  -- Inlined where it is called: the one expression of lists and counts. A minute count may be too large for an interval.
  select coalesce(
    ($1).status operator(pg_catalog.=) 'pending'
    and (($1).expires_at is null or ($1).expires_at operator(pg_catalog.>) $3)
    and rowlock._escalation_is_available(($1).assigned_to, ($1).assigned_until, $3)
    and extract(epoch from $3 operator(pg_catalog.-) case
      when ($2).priority_facet is null then ($1).created_at
      else rowlock._time_parse(($1).metadata operator(pg_catalog.->>) ($2).priority_facet)
    end) operator(pg_catalog./) 60 operator(pg_catalog.>) coalesce(($2).priority_threshold_minutes, ($2).sla_minutes), false)
$$;

comment on function rowlock._escalation_in_jeopardy is
  'Counts from the time in the metadata that priority_facet names, else from created_at, against priority_threshold_minutes, else sla_minutes; false where either is missing.';
revoke all on function rowlock._escalation_in_jeopardy from public;
