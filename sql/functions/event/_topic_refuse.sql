-- rowlock._event_topic_refuse(topic): refuse to journal a topic that is in no catalog.
create or replace function rowlock._event_topic_refuse(topic text)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception 'topic is not in the catalog'
    using errcode = 'PT400', constraint = 'topic_known',
          detail = jsonb_build_object('reason', 'unknown_topic', 'topic', topic)::text,
          hint = 'Add it to rowlock.topic_catalog.';
end;
$$;

comment on function rowlock._event_topic_refuse is 'Raises PT400.';
revoke all on function rowlock._event_topic_refuse from public;
