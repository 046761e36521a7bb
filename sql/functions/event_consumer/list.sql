-- rowlock.event_consumer_list(actor): who reads the journal, the slowest first.
-- Reads: rowlock.event_consumer.
create or replace function rowlock.event_consumer_list(actor uuid default rowlock.actor_current())
returns setof rowlock.event_consumer
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  -- Volatile, so that no replica is asked: a sequence there is ahead of the journal.
  perform rowlock._actor_global(access => rowlock._actor_access(actor => actor));
  return query select c.* from rowlock.event_consumer c order by c.seq, c.name;
end;
$$;

comment on function rowlock.event_consumer_list is
  'All declared consumers, the slowest first. Needs global access. Raises PT401, PT403.';
revoke all on function rowlock.event_consumer_list from public;
select rowlock._function_grant('event_consumer_list', 'service', 'user', 'proxy');
