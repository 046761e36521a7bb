-- rowlock.topic_patch(topic, patch, actor): change what the catalog says of a topic.
-- Writes: rowlock.topic_catalog.
create or replace function rowlock.topic_patch(
  topic text,
  patch jsonb default '{}',
  actor uuid default rowlock.actor_current()
)
returns rowlock.topic_catalog
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_old    rowlock.topic_catalog;
  v_new    rowlock.topic_catalog;
begin
  perform rowlock._argument_members(
    patch => patch, kinds => '{"description": "string?", "payload_schema": "any", "example": "object?", "tags": "any"}');
  if patch ? 'tags' and patch -> 'tags' <> 'null' and (jsonb_typeof(patch -> 'tags') <> 'array'
    or jsonb_path_exists(patch, 'strict $.tags[*] ? (@.type() != "string")'))
  then
    perform rowlock._argument_refuse(field => 'tags', reason => 'not_strings', hint => 'Give tags as an array of strings.');
  end if;
  perform rowlock._actor_global(access => v_access);
  select t.* into v_old from rowlock.topic_catalog t where t.topic = topic_patch.topic for no key update;
  if not found then
    perform rowlock._topic_missing(topic => topic);
  end if;
  v_new := jsonb_populate_record(v_old, patch);
  v_new.payload_schema := nullif(v_new.payload_schema, 'null');
  v_new.example := nullif(v_new.example, 'null');
  v_new.description := coalesce(v_new.description, '');
  v_new.tags := coalesce(v_new.tags, '{}');
  perform rowlock._topic_check(topic => v_new);
  if v_new is not distinct from v_old then
    return v_old;
  end if;

  update rowlock.topic_catalog t
  set
    description = v_new.description, payload_schema = v_new.payload_schema, example = v_new.example, tags = v_new.tags,
    updated_at = clock_timestamp()
  where t.topic = topic_patch.topic
  returning t.* into v_new;
  return v_new;
end;
$$;

comment on function rowlock.topic_patch is
  'Of {description, payload_schema, example, tags}: a key absent keeps, null clears, a value sets. A new schema holds from the next payload on; of topics of the schema it only tells. Needs global access. Raises PT400, PT401, PT403, PT404.
Example: {"description": "A parcel was packed.", "payload_schema": {"type": "object"}, "example": {"parcel": 7}, "tags": ["parcel"]}';
revoke all on function rowlock.topic_patch from public;
select rowlock._function_grant('topic_patch', 'service', 'user', 'proxy');
