-- rowlock._escalation_refuse(escalation, reason): say why a row was left as it is. Every 409 of a row stands here.
create or replace function rowlock._escalation_refuse(
  escalation rowlock.escalation,
  reason     text
)
returns void
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_message text;
  v_hint    text;
begin
  case reason
    when 'resolved' then
      v_message := 'escalation is resolved'; v_hint := 'It was answered; read the row for the answer.';
    when 'cancelled' then
      v_message := 'escalation is cancelled'; v_hint := 'It was called off; the milestones say why.';
    when 'expired' then
      v_message := 'escalation is expired'; v_hint := 'Its deadline has passed.';
    when 'held' then
      v_message := 'escalation is held by someone else'; v_hint := 'Wait until the claim lapses, or ask the holder to release it.';
    when 'not_held' then
      v_message := 'escalation is not held by the actor'; v_hint := 'Only the holder of a claim may give it back.';
    when 'claim_lapsed' then
      v_message := 'claim has lapsed'; v_hint := 'Claim the row again before answering it.';
    when 'stale_claim' then
      v_message := 'claim is not the expected one'; v_hint := 'The claim with this number is over; read the row again.';
    when 'moved' then
      v_message := 'escalation is in another role'; v_hint := 'It was escalated meanwhile; read the row again.';
    when 'question_changed' then
      v_message := 'question has changed'; v_hint := 'It is not the question with this digest; read the row again before answering it.';
    when 'level_changed' then
      v_message := 'escalation is at another level'; v_hint := 'It reached another level meanwhile; read the row again.';
    when 'last_level' then
      v_message := 'escalation is at its last level'; v_hint := 'Its role has no further level.';
    when 'contended' then
      v_message := 'escalation is contended'; v_hint := 'Others change the row all the time; try again.';
  end case;
  raise exception using
    message = v_message, errcode = 'PT409', constraint = 'escalation_' || reason,
    detail = jsonb_strip_nulls(jsonb_build_object(
      'reason', reason,
      'id', escalation.id,
      'status', escalation.status,
      'role', escalation.role,
      'level', case when _escalation_refuse.reason in ('level_changed', 'last_level') then escalation.level end,
      'assigned_to', escalation.assigned_to,
      'until', rowlock._time_iso(escalation.assigned_until),
      'claim_no', escalation.claim_no,
      'resolved_by', escalation.resolved_by,
      'expires_at', rowlock._time_iso(escalation.expires_at),
      'ended_at', rowlock._time_iso(escalation.ended_at)))::text,
    hint = v_hint;
end;
$$;

comment on function rowlock._escalation_refuse is
  'Raises PT409 escalation_<reason>: resolved, cancelled, expired, held, not_held, claim_lapsed, stale_claim, moved, question_changed, level_changed, last_level, contended.';
revoke all on function rowlock._escalation_refuse from public;
