-- rowlock._ask_outcome(escalation, created): what whoever asked is told of the row.
create or replace function rowlock._ask_outcome(
  escalation rowlock.escalation,
  created    boolean
)
returns rowlock.run_asked
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(
    escalation.status,
    case escalation.status when 'resolved' then escalation.resolver_payload when 'expired' then escalation.on_timeout end,
    created, escalation)::rowlock.run_asked;
end;
$$;

comment on function rowlock._ask_outcome is 'The outcome is a tag beside the payload: a JSON null is an answer.';
revoke all on function rowlock._ask_outcome from public;
