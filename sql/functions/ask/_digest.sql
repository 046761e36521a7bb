-- rowlock._ask_digest(escalation): the digest of what a run asks.
create or replace function rowlock._ask_digest(escalation rowlock.escalation)
returns bytea
language sql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
  -- When it is wanted, how urgently, and its facets may change from one attempt to the next.
  select sha256(convert_to(jsonb_build_array(
    escalation.role, escalation.type, escalation.escalation_payload, escalation.on_timeout,
    escalation.metadata -> 'form_schema', escalation.metadata -> 'schema_version',
    escalation.approvals_required, escalation.no_self_approval)::text, 'UTF8'))
$$;

comment on function rowlock._ask_digest is
  'sha256 of whom it asks, what, by which form, by how many people, and what holds if nobody answers.';
revoke all on function rowlock._ask_digest from public;
