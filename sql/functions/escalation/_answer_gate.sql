-- rowlock._escalation_answer_gate(escalations, resolver_payloads, credentials, access): the answers as they are stored, or why one is refused.
create or replace function rowlock._escalation_answer_gate(
  escalations       rowlock.escalation[],
  resolver_payloads jsonb[],
  credentials       jsonb default null,
  access            rowlock.access default null
)
returns jsonb[]
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  -- The rows are locked and may be answered; what is looked at here are the answers, all before any is stored.
  for i in 1 .. cardinality(escalations) loop
    -- Equal decisions of several people settle such a row.
    if (escalations[i]).approvals_required > 1
       and coalesce(jsonb_typeof(resolver_payloads[i] -> 'decision'), 'null') = 'null' then
      perform rowlock._argument_text(field => 'resolver_payload.decision', value => null, required => true);
    end if;
  end loop;
  perform rowlock._form_check(escalations => escalations, resolver_payloads => resolver_payloads);
  -- Last, so that what is refused has stored nothing.
  return rowlock._password_redact(
    escalations => escalations, resolver_payloads => resolver_payloads, credentials => credentials, access => access);
end;
$$;

comment on function rowlock._escalation_answer_gate is
  'Every way to answer rows passes here, one row or a set, whoever answers. Raises PT400, PT422.';
revoke all on function rowlock._escalation_answer_gate from public;
