-- rowlock.topic_publish(topic, payload, role, subject_id, origin_id, actor): journal an event of one's own.
-- Reads: rowlock.role, rowlock.event. Writes: rowlock.topic_catalog, rowlock.event.
create or replace function rowlock.topic_publish(
  topic      text,
  payload    jsonb default '{}',
  role       text default null,
  subject_id text default null,
  origin_id  text default null,
  actor      uuid default rowlock.actor_current()
)
returns rowlock.event
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_now    constant timestamptz := clock_timestamp();
  v_topic  rowlock.topic_catalog;
  v_errors jsonb;
  v_seq    bigint;
  v_event  rowlock.event;
begin
  perform rowlock._topic_name(topic => topic);
  perform rowlock._argument_object(field => 'payload', value => payload, max_bytes => 65536, required => true);
  perform rowlock._argument_texts(given => jsonb_build_object('subject_id', subject_id, 'origin_id', origin_id));
  if role is not null and not exists (select from rowlock.role r where r.role = topic_publish.role) then
    perform rowlock._argument_refuse(field => 'role', reason => 'unknown_role', hint => 'Name a role that exists.');
  end if;
  perform rowlock._topic_publish_check(access => v_access, role => role);

  select t.* into v_topic from rowlock.topic_catalog t where t.topic = topic_publish.topic;
  if not found then
    -- Whoever publishes first makes it known; of two at once either may.
    perform rowlock._topic_room();
    insert into rowlock.topic_catalog (topic, description, category, source, learned, created_by, created_at, updated_at)
    values (topic_publish.topic, '', 'app', 'topic_publish', true, v_access.actor, v_now, v_now)
    on conflict on constraint topic_catalog_pkey do nothing;
  end if;
  if v_topic.payload_schema is not null then
    select jsonb_agg(jsonb_build_object('path', e.path, 'keyword', e.keyword, 'message', e.message) order by e.n) into v_errors
    from rowlock.schema_errors(schema => v_topic.payload_schema, instance => payload) with ordinality e (path, keyword, message, n)
    where e.n <= 100;
    if v_errors is not null then
      raise exception 'payload breaks the schema of its topic'
        using errcode = 'PT422', constraint = 'topic_payload',
              detail = jsonb_build_object('reason', 'schema_validation', 'field', 'payload', 'violations', v_errors)::text,
              hint = 'Correct the payload at the paths; payload_schema of the topic says what it takes.';
    end if;
  end if;
  if v_topic.first_used_at is null then
    update rowlock.topic_catalog t set first_used_at = v_now where t.topic = topic_publish.topic and t.first_used_at is null;
  end if;

  v_seq := rowlock._event_append(
    topic => topic, subject_type => 'app', subject_id => coalesce(subject_id, topic), role => role, origin_id => origin_id,
    actor => v_access.actor, payload => payload, occurred_at => v_now);
  select e.* into v_event from rowlock.event e where e.seq = v_seq;
  return v_event;
end;
$$;

comment on function rowlock.topic_publish is
  'Journals an event on a topic that begins with app.; streams and webhooks have it when this is committed. role: its readers get it; without one global accounts do. Events of one subject_id (the topic, when left out) are delivered in order. A payload is an object of up to 64 KiB; the schema of the topic, if it has one, is held against it. For who writes all of the role, or without one of any. Raises PT400, PT401, PT403, PT409, PT422.
Example: {"payload": {"parcel": 7}, "role": "reviewer", "subject_id": "parcel-7", "origin_id": "order-7"}';
revoke all on function rowlock.topic_publish from public;
select rowlock._function_grant('topic_publish', 'service', 'user', 'proxy');
