-- rowlock._ask_record(ask, escalation): one settled question of a run, as its inbox shows it.
create or replace function rowlock._ask_record(
  ask        rowlock.ask,
  escalation rowlock.escalation
)
returns jsonb
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_asked constant rowlock.run_asked := rowlock._ask_outcome(escalation => escalation, created => false);
begin
  return jsonb_build_object(
    'answer_no', ask.answer_no,
    'wait_key', ask.wait_key,
    'escalation_id', ask.escalation_id,
    'outcome', v_asked.outcome,
    'payload', v_asked.payload,
    'reason', case v_asked.outcome when 'cancelled' then (
      select m.value ->> 'reason' from jsonb_array_elements(escalation.milestones) with ordinality m
      where m.value ->> 'what' = 'cancelled'
      order by m.ordinality desc
      limit 1) end,
    'resolved_by', escalation.resolved_by,
    'ended_at', rowlock._time_iso(escalation.ended_at)
  );
end;
$$;

comment on function rowlock._ask_record is
  'The outcome and, apart from it, the payload; why it was cancelled.
Record run_answer: {
  "answer_no": 1, "wait_key": "deploy", "escalation_id": "0195f3a0-7c1e-7b2a-9d3f-5e4c8b6a7d10",
  "outcome": "resolved|cancelled|expired", "payload": "*", "reason|null!": "superseded",
  "resolved_by|null": "7f0c2f4e-6a53-4d0e-9c39-1f2b3c4d5e6f", "ended_at": "2026-03-01T10:00:00.000000Z"}';
revoke all on function rowlock._ask_record from public;
