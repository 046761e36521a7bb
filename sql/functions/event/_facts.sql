-- rowlock._event_facts(event): what the service needs of one event, and the line that it sends.
create or replace function rowlock._event_facts(event rowlock.event)
returns jsonb
language sql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'seq', event.seq,
    'topic', event.topic,
    'role', event.role,
    'assigned_to', event.assigned_to,
    'origin_id', event.origin_id,
    'subject_id', event.subject_id,
    'run_id', event.payload ->> 'run_id',
    -- As text, so that the service passes it on unparsed.
    'frame', rowlock._event_frame(event)::text
  );
$$;

comment on function rowlock._event_facts is 'Number, topic and what scope and filters ask, with the public frame as text.';
revoke all on function rowlock._event_facts from public;
