-- rowlock._escalation_is_plain(access, escalation, at, by_key): is a row the actor's to answer, by any answer? As an inlined predicate.
create or replace function rowlock._escalation_is_plain(
  access     rowlock.access,
  escalation rowlock.escalation,
  at         timestamptz,
  by_key     boolean default false
)
returns boolean
language sql stable security invoker
as $$
  select ($2).status operator(pg_catalog.=) 'pending'
    and (($2).expires_at is null or ($2).expires_at operator(pg_catalog.>) $3)
    and rowlock._can_write($1, ($2).role, ($2).assigned_to)
    -- Liveness binds every principal: a holder whose claim is over must claim again.
    and ($4 or case
      when ($2).assigned_to is null then ($2).last_holder is distinct from ($1).actor
      when ($2).assigned_until is null then true
      when ($2).assigned_to operator(pg_catalog.=) ($1).actor then ($2).assigned_until operator(pg_catalog.>) $3
      else ($2).assigned_until operator(pg_catalog.<=) $3
    end)
    and ($2).approvals_required operator(pg_catalog.=) 1
    and not ($2).no_self_approval
    and ($2).run_id is null
    and not (($2).metadata operator(pg_catalog.?|) array['form_schema', 'schema_version'])
$$;

comment on function rowlock._escalation_is_plain is
  'What the row itself says of it; who calls asks the role, and the host of whom asked it, whether that is all.';
revoke all on function rowlock._escalation_is_plain from public;
