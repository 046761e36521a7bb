-- rowlock._event_frame(event): the public shape of one event, on pages and streams alike.
create or replace function rowlock._event_frame(event rowlock.event)
returns jsonb
language sql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'id', event.seq,
    'type', case
      when event.subject_type = 'escalation'
        then 'system.escalation.' || event.subject_id || '.' || split_part(event.topic, '.', 2)
      else event.topic
    end,
    'topic', event.topic,
    'timestamp', rowlock._time_iso(event.occurred_at),
    'subject_type', event.subject_type,
    'subject_id', event.subject_id,
    'escalation_id', case when event.subject_type = 'escalation' then event.subject_id end,
    'origin_id', event.origin_id,
    'role', event.role,
    'status', case
      when event.subject_type <> 'escalation' then null
      when split_part(event.topic, '.', 2) in ('resolved', 'cancelled', 'expired') then split_part(event.topic, '.', 2)
      else 'pending'
    end,
    'version', event.version,
    'actor', event.actor,
    'data', event.payload
  );
$$;

comment on function rowlock._event_frame is
  'The event as JSON: id is the cursor, status the row''s after the event.
Record event: {
  "id": 12, "type": "system.escalation.0195f3a0-7c1e-7b2a-9d3f-5e4c8b6a7d10.claimed", "topic": "escalation.claimed",
  "timestamp": "2026-03-01T09:00:00.000000Z", "subject_type": "escalation", "subject_id|text": "0195f3a0-7c1e-7b2a-9d3f-5e4c8b6a7d10",
  "escalation_id|null": "0195f3a0-7c1e-7b2a-9d3f-5e4c8b6a7d10", "origin_id|null": "order-7", "role|null": "reviewer",
  "status|null": "pending|resolved|cancelled|expired", "version|null": 2, "actor|null": "7f0c2f4e-6a53-4d0e-9c39-1f2b3c4d5e6f",
  "data": {"*": "*", "claim_no": 1}}';
revoke all on function rowlock._event_frame from public;
