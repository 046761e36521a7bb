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

comment on function rowlock._event_frame is 'The event as JSON: id is the cursor, status the row''s after the event.';
revoke all on function rowlock._event_frame from public;
