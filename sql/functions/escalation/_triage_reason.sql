-- rowlock._escalation_triage_reason(escalation, access, at): why triage passes a pending row over, or null.
create or replace function rowlock._escalation_triage_reason(
  escalation rowlock.escalation,
  access     rowlock.access,
  at         timestamptz
)
returns text
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  -- A waiter row gets no answer, so nothing of an answer's rules counts; somebody at work on it does.
  if escalation.signal_key is not null then
    return case
      when escalation.expires_at <= at then 'expired'
      when escalation.assigned_until > at and escalation.assigned_to <> access.actor then 'held'
    end;
  end if;
  -- Several people cannot have agreed on the answer that triage gives.
  if escalation.approvals_required > 1 and (escalation.expires_at is null or escalation.expires_at > at) then
    return 'approvals';
  end if;
  return rowlock._escalation_answer_reason(escalation => escalation, access => access, at => at);
end;
$$;

comment on function rowlock._escalation_triage_reason is
  'expired, held, approvals (it needs several people), else what _escalation_answer_reason finds.';
revoke all on function rowlock._escalation_triage_reason from public;
