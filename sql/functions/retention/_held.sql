-- rowlock._retention_held(rule): the consumer that the rule stops at, if one has not read what is old enough.
-- Reads: rowlock.event, rowlock.event_consumer.
create or replace function rowlock._retention_held(rule rowlock.retention_rule)
returns text
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_slowest rowlock.event_consumer;
begin
  if rule.subject <> 'event' or rule.past_consumers then
    return null;
  end if;
  v_slowest := rowlock._event_consumer_slowest();
  return (
    select v_slowest.name
    from (select e.created_at from rowlock.event e where e.seq > v_slowest.seq order by e.seq limit 1) e
    where e.created_at < clock_timestamp() - rule.older_than);
end;
$$;

comment on function rowlock._retention_held is
  'Its name; null: nobody holds back what is old enough.';
revoke all on function rowlock._retention_held from public;
