-- rowlock.topic_get(topic, actor): one topic of the catalog.
-- Reads: rowlock.topic_catalog.
create or replace function rowlock.topic_get(
  topic text,
  actor uuid default rowlock.actor_current()
)
returns rowlock.topic_catalog
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_topic  rowlock.topic_catalog;
begin
  select t.* into v_topic from rowlock.topic_catalog t where t.topic = topic_get.topic and v_access.actor is not null;
  if not found then
    perform rowlock._topic_missing(topic => topic);
  end if;
  return v_topic;
end;
$$;

comment on function rowlock.topic_get is
  'A topic; any signed-in account may see it. Raises PT400, PT401, PT403, PT404.';
revoke all on function rowlock.topic_get from public;
select rowlock._function_grant('topic_get', 'service', 'user', 'proxy');
