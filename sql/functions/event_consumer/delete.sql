-- rowlock.event_consumer_delete(name, actor): nobody reads the journal under this name any more.
-- Writes: rowlock.event_consumer.
create or replace function rowlock.event_consumer_delete(
  name  text,
  actor uuid default rowlock.actor_current()
)
returns rowlock.event_consumer
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access   constant rowlock.access := rowlock._actor_access(actor => actor);
  v_consumer rowlock.event_consumer;
begin
  perform rowlock._actor_global(access => v_access);
  perform rowlock._argument_text(field => 'name', value => name, required => true);
  delete from rowlock.event_consumer c where c.name = event_consumer_delete.name returning c.* into v_consumer;
  if not found then
    perform rowlock._event_consumer_missing(name => name);
  end if;
  return v_consumer;
end;
$$;

comment on function rowlock.event_consumer_delete is
  'Deletes a consumer, so that it holds nothing back any more; returns it as it was. Needs global access. Raises PT400, PT401, PT403, PT404.';
revoke all on function rowlock.event_consumer_delete from public;
select rowlock._function_grant('event_consumer_delete', 'service', 'user', 'proxy');
