-- rowlock._event_consumer_slowest(): whoever holds most of the journal back.
-- Reads: rowlock.event_consumer.
create or replace function rowlock._event_consumer_slowest()
returns rowlock.event_consumer
language sql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
  select c.*
  from rowlock.event_consumer c
  where c.max_lag is null or c.heard_at > clock_timestamp() - c.max_lag
  order by c.seq, c.name
  limit 1;
$$;

comment on function rowlock._event_consumer_slowest is
  'The declared consumer with the lowest number of those that were heard of in time; null: there is none.';
revoke all on function rowlock._event_consumer_slowest from public;
