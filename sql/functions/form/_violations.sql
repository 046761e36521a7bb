-- rowlock._form_violations(escalation, resolver_payload): what of an answer the role of its row does not take.
create or replace function rowlock._form_violations(
  escalation       rowlock.escalation,
  resolver_payload jsonb
)
returns jsonb
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return rowlock._form_broken(
    escalation => escalation, form_schema => (rowlock._form_enforced(escalation => escalation)).form_schema,
    resolver_payload => resolver_payload);
end;
$$;

comment on function rowlock._form_violations is
  '[{field, message, escalation_id}]; empty when the answer is good, or the role enforces nothing.';
revoke all on function rowlock._form_violations from public;
