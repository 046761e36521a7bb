-- rowlock.topic_delete(topic, actor): a topic of one's own leaves the catalog.
-- Reads: rowlock.topic_catalog. Writes: rowlock.topic_catalog.
create or replace function rowlock.topic_delete(
  topic text,
  actor uuid default rowlock.actor_current()
)
returns rowlock.topic_catalog
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_topic  rowlock.topic_catalog;
begin
  perform rowlock._actor_global(access => v_access);
  delete from rowlock.topic_catalog t
  where t.topic = topic_delete.topic and t.category = 'app'
  returning t.* into v_topic;
  if found then
    return v_topic;
  end if;
  if not exists (select from rowlock.topic_catalog t where t.topic = topic_delete.topic) then
    perform rowlock._topic_missing(topic => topic);
  end if;
  raise exception 'topic belongs to the schema'
    using errcode = 'PT409', constraint = 'topic_system',
          detail = jsonb_build_object('reason', 'system', 'topic', topic)::text,
          hint = 'A verb writes it; only topics that begin with app. are deleted.';
end;
$$;

comment on function rowlock.topic_delete is
  'Deletes it and returns it; its events stay, and whoever publishes on it makes it anew. Needs global access. Raises PT400, PT401, PT403, PT404, PT409.';
revoke all on function rowlock.topic_delete from public;
select rowlock._function_grant('topic_delete', 'service', 'user', 'proxy');
