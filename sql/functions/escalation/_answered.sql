-- rowlock._escalation_answered(escalation, access): has the actor said to this row what there is to say, or whom it would answer for?
-- Reads: rowlock.approval, rowlock.user_account.
create or replace function rowlock._escalation_answered(
  escalation rowlock.escalation,
  access     rowlock.access
)
returns boolean
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_person constant uuid := coalesce(
    rowlock._delegation_for(access => access, escalation => escalation), access.actor);
begin
  return exists (
    select from rowlock._escalation_approvals_counted(escalation_id => escalation.id) a
    -- One answer of an account is kept, whomever it was for; and a person and who answers for that person are one.
    where access.actor = a.user_id or v_person = coalesce(a.on_behalf_of, a.user_id));
end;
$$;

comment on function rowlock._escalation_answered is
  'Of a row that needs several people, for access that passed the gate: another answer from here would bring it no further. An answer that counts no more does not matter.';
revoke all on function rowlock._escalation_answered from public;
