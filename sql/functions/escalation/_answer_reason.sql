-- rowlock._escalation_answer_reason(escalation, access, at, by_key, …): why the actor may not answer the row now, or null.
-- Reads: rowlock.user_account.
create or replace function rowlock._escalation_answer_reason(
  escalation        rowlock.escalation,
  access            rowlock.access,
  at                timestamptz,
  by_key            boolean default false,
  require_claimed   boolean default false,
  expected_claim_no integer default null,
  expected_digest   text default null
)
returns text
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_live constant boolean := coalesce(escalation.assigned_until > at, false);
  v_mine constant boolean := coalesce(escalation.assigned_to = access.actor, false);
  v_user rowlock.user_account;
begin
  -- Visibility comes first, so that nothing is told of a row that cannot be read.
  if escalation.id is null or not rowlock._can_read(access, escalation.role, escalation.assigned_to) then
    return 'not_found';
  elsif not rowlock._can_write(access, escalation.role, escalation.assigned_to)
    or (access.delegations is not null and rowlock._delegation_over(access => access, escalation => escalation)) then
    return 'write_scope';
  elsif escalation.status <> 'pending' then
    return escalation.status;
  elsif escalation.expires_at <= at then
    return 'expired';
  elsif expected_claim_no is not null and not (v_mine and v_live and escalation.claim_no = expected_claim_no) then
    return 'stale_claim';
  elsif not by_key and v_live and not v_mine then
    return 'held';
  elsif require_claimed and not (v_live and v_mine) then
    return 'not_claimed';
  -- Liveness binds every principal: a holder whose claim is over must claim again.
  elsif not by_key and (
    (v_mine and not v_live and escalation.assigned_until is not null)
    or (escalation.assigned_to is null and escalation.last_holder = access.actor))
  then
    return 'claim_lapsed';
  end if;

  if escalation.no_self_approval or escalation.approvals_required > 1 then
    select u.* into v_user from rowlock.user_account u where u.id = access.actor;
    if escalation.no_self_approval and (
      escalation.created_by = access.actor
      or rowlock._user_named(name => escalation.initiated_by, id => v_user.id, external_id => v_user.external_id)
      -- Nor whoever answers for them.
      or (access.delegations is not null and exists (
        select from rowlock.user_account o
        where o.id = rowlock._delegation_for(access => access, escalation => escalation)
          and (o.id = escalation.created_by
            or rowlock._user_named(name => escalation.initiated_by, id => o.id, external_id => o.external_id)))))
    then
      return 'self_approval';
    elsif escalation.approvals_required > 1 and v_user.account_type = 'bot' then
      return 'not_person';
    end if;
  end if;
  if escalation.run_id is not null or (escalation.created_by = access.actor and escalation.origin_id is not null) then
    if rowlock._escalation_is_own_ask(escalation => escalation, access => access) then
      return 'self_approval';
    end if;
  end if;
  if lower(expected_digest) <> coalesce(
    rowlock._escalation_digest(escalation.question_sha256, escalation.escalation_payload), '')
  then
    return 'question_changed';
  end if;
  return null;
end;
$$;

comment on function rowlock._escalation_answer_reason is
  'The first of not_found, write_scope, the status, expired, stale_claim, held, not_claimed, claim_lapsed, self_approval, not_person, question_changed. by_key ignores claims, require_claimed wants a live one.';
revoke all on function rowlock._escalation_answer_reason from public;
