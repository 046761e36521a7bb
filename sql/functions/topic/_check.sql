-- rowlock._topic_check(topic): refuse a description, a schema, an example or tags that a topic cannot have.
create or replace function rowlock._topic_check(topic rowlock.topic_catalog)
returns void
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  perform rowlock._argument_text(field => 'description', value => topic.description, max_length => 10000);
  perform rowlock._argument_size(field => 'payload_schema', value => topic.payload_schema, max_bytes => 65536);
  if topic.payload_schema is not null then
    perform rowlock._argument_schema(field => 'payload_schema', value => topic.payload_schema);
  end if;
  perform rowlock._argument_object(field => 'example', value => topic.example, max_bytes => 65536);
  if cardinality(topic.tags) > 100 then
    perform rowlock._argument_refuse(field => 'tags', reason => 'too_many', hint => 'Give at most 100 tags.');
  end if;
  if array_ndims(topic.tags) > 1 or exists (select from unnest(topic.tags) t (tag) where t.tag is null or length(t.tag) not between 1 and 200) then
    perform rowlock._argument_refuse(field => 'tags', reason => 'not_tag', hint => 'Each tag is 1 to 200 characters.');
  end if;
end;
$$;

comment on function rowlock._topic_check is 'Raises PT400 naming the field.';
revoke all on function rowlock._topic_check from public;
