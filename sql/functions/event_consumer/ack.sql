-- rowlock.event_consumer_ack(name, seq, actor): a consumer is done with the events up to here.
-- Reads: rowlock.event_seq. Writes: rowlock.event_consumer.
create or replace function rowlock.event_consumer_ack(
  name  text,
  seq   bigint,
  actor uuid default rowlock.actor_current()
)
returns rowlock.event_consumer
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access   constant rowlock.access := rowlock._actor_access(actor => actor);
  v_now      constant timestamptz := clock_timestamp();
  v_consumer rowlock.event_consumer;
begin
  perform rowlock._argument_text(field => 'name', value => name, required => true);
  perform rowlock._argument_range(field => 'seq', value => seq, low => 0, high => 9223372036854775807);
  perform rowlock._event_consumer_seq(seq => seq);
  update rowlock.event_consumer c
  -- Acknowledgements may overtake each other; none takes a later one back.
  set seq = greatest(c.seq, event_consumer_ack.seq), heard_at = v_now, updated_at = v_now
  where c.name = event_consumer_ack.name and (v_access.is_global or c.user_id = v_access.actor)
  returning c.* into v_consumer;
  if not found then
    perform rowlock._event_consumer_missing(name => name);
  end if;
  return v_consumer;
end;
$$;

comment on function rowlock.event_consumer_ack is
  'A consumer has read up to seq; it never goes back, and the same number again says that the consumer lives. missed: events that it had not read are gone, so read from the beginning of what there is. For the account that it was declared for and global callers; for others it is not there. Raises PT400, PT401, PT403, PT404.
Example: {"seq": 2}';
revoke all on function rowlock.event_consumer_ack from public;
select rowlock._function_grant('event_consumer_ack', 'service', 'user', 'proxy');
