-- rowlock._delivery_record(delivery): a delivery as every surface shows it.
create or replace function rowlock._delivery_record(delivery rowlock.delivery)
returns jsonb
language sql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
  select to_jsonb(delivery) - 'claim_no' - 'claimed_until' - 'first_attempt_at' || jsonb_build_object(
    'next_at', rowlock._time_iso(delivery.next_at),
    'attempted_at', rowlock._time_iso(delivery.attempted_at),
    'ended_at', rowlock._time_iso(delivery.ended_at),
    'created_at', rowlock._time_iso(delivery.created_at));
$$;

comment on function rowlock._delivery_record is
  'The delivery as JSON: id is the webhook-id that the receiver sees, seq the id of the event.
Record delivery: {
  "id": "0195f3a0-7c1e-7b2a-9d3f-5e4c8b6a7d10", "webhook_id": "8d3f1b6a-2c4e-4d5f-9a7b-6c8d0e1f2a3b", "seq": 12,
  "topic": "escalation.created", "subject_type": "escalation", "subject_id|text": "0195f3a0-7c1e-7b2a-9d3f-5e4c8b6a7d10",
  "status": "pending|delivered|dead", "attempts": 1, "next_at|null": "2026-03-01T09:00:00.000000Z",
  "attempted_at|null": "2026-03-01T09:00:00.000000Z", "last_status|null": 503, "last_error|null": "status",
  "ended_at|null": "2026-03-01T09:00:00.000000Z", "created_at": "2026-03-01T09:00:00.000000Z"}';
revoke all on function rowlock._delivery_record from public;
