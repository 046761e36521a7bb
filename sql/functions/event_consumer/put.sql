-- rowlock.event_consumer_put(name, seq, max_lag, user_id, actor): declare who reads the journal, and from where on.
-- Reads: rowlock.event_watermark, rowlock.user_account, rowlock.event_seq. Writes: rowlock.event_consumer.
create or replace function rowlock.event_consumer_put(
  name    text,
  seq     bigint default null,
  max_lag interval default '7 days',
  user_id uuid default null,
  actor   uuid default rowlock.actor_current()
)
returns rowlock.event_consumer
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access   constant rowlock.access := rowlock._actor_access(actor => actor);
  v_now      timestamptz;
  v_consumer rowlock.event_consumer;
begin
  perform rowlock._actor_global(access => v_access);
  perform rowlock._retention_rule_name(name => name);
  if max_lag not between '1 minute' and '100 years' then
    perform rowlock._argument_refuse(
      field => 'max_lag', reason => 'not_in_range', hint => 'Give an interval from 1 minute to 100 years, or null.');
  end if;
  if user_id is not null and not exists (select from rowlock.user_account u where u.id = event_consumer_put.user_id) then
    perform rowlock._argument_refuse(field => 'user_id', reason => 'unknown', hint => 'Give the id of an account, or null.');
  end if;
  perform rowlock._event_consumer_seq(seq => seq);
  -- A purge that is at it ends first, and the next one sees this consumer.
  perform from rowlock.event_watermark w for share;
  v_now := clock_timestamp();
  insert into rowlock.event_consumer as c (name, seq, max_lag, user_id, heard_at, created_by, created_at, updated_at)
  values (
    event_consumer_put.name, coalesce(event_consumer_put.seq, rowlock._event_newest()), event_consumer_put.max_lag,
    event_consumer_put.user_id, v_now, v_access.actor, v_now, v_now)
  on conflict on constraint event_consumer_pkey do update
  set
    seq = coalesce(event_consumer_put.seq, c.seq), max_lag = excluded.max_lag, user_id = excluded.user_id,
    heard_at = excluded.heard_at, updated_at = excluded.updated_at
  returning c.* into v_consumer;
  return v_consumer;
end;
$$;

comment on function rowlock.event_consumer_put is
  'Declares that somebody reads the journal under a name: retention keeps every event above seq for it, until it is not heard of for max_lag (null: as long as it is declared). Without seq a new one begins now, and one that was there stays where it is; with it, also further back. user_id: who may acknowledge, beside global accounts. Events that are gone already are told as missed. Needs global access. Raises PT400, PT401, PT403.
Example: {"seq": 2, "max_lag": "7 days", "user_id": null}';
revoke all on function rowlock.event_consumer_put from public;
select rowlock._function_grant('event_consumer_put', 'service', 'user', 'proxy');
