-- rowlock.topic_create(topic, description, payload_schema, example, tags, actor): a topic of one's own, before it is used.
-- Writes: rowlock.topic_catalog.
create or replace function rowlock.topic_create(
  topic          text,
  description    text default '',
  payload_schema jsonb default null,
  example        jsonb default null,
  tags           text[] default '{}',
  actor          uuid default rowlock.actor_current()
)
returns rowlock.topic_catalog
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_now    constant timestamptz := clock_timestamp();
  v_topic  rowlock.topic_catalog;
begin
  perform rowlock._topic_name(topic => topic);
  v_topic.description := description;
  v_topic.payload_schema := payload_schema;
  v_topic.example := example;
  v_topic.tags := tags;
  perform rowlock._topic_check(topic => v_topic);
  perform rowlock._actor_global(access => v_access);
  perform rowlock._topic_room();

  insert into rowlock.topic_catalog (
    topic, description, category, payload_schema, example, source, tags, created_by, created_at, updated_at)
  values (
    topic_create.topic, coalesce(topic_create.description, ''), 'app', topic_create.payload_schema, topic_create.example,
    'topic_publish', coalesce(topic_create.tags, '{}'), v_access.actor, v_now, v_now)
  on conflict on constraint topic_catalog_pkey do nothing
  returning * into v_topic;
  if not found then
    raise exception 'topic is taken'
      using errcode = 'PT409', constraint = 'topic_taken',
            detail = jsonb_build_object('reason', 'taken', 'topic', topic)::text,
            hint = 'It is in the catalog; patch it.';
  end if;
  return v_topic;
end;
$$;

comment on function rowlock.topic_create is
  'A topic that begins with app., with what its payload has to be. Needs global access; who may write in a role publishes on any, and one that is not there is learned. Raises PT400, PT401, PT403, PT409.
Example: {"topic": "app.parcel.packed", "description": "A parcel was packed.", "payload_schema": {"type": "object", "required": ["parcel"]}, "example": {"parcel": 7}, "tags": ["parcel"]}';
revoke all on function rowlock.topic_create from public;
select rowlock._function_grant('topic_create', 'service', 'user', 'proxy');
