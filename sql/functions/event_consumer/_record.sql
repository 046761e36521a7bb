-- rowlock._event_consumer_record(consumer): a consumer as every surface shows it.
-- Reads: rowlock.event_watermark, rowlock.event_seq.
create or replace function rowlock._event_consumer_record(consumer rowlock.event_consumer)
returns jsonb
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select jsonb_build_object(
      'name', consumer.name,
      'seq', consumer.seq,
      'behind', greatest(pg_sequence_last_value('rowlock.event_seq') - consumer.seq, 0),
      'missed', consumer.seq < w.purged_through,
      'max_lag', consumer.max_lag::text,
      'holds', consumer.max_lag is null or consumer.heard_at > clock_timestamp() - consumer.max_lag,
      'user_id', consumer.user_id,
      'heard_at', rowlock._time_iso(consumer.heard_at),
      'created_at', rowlock._time_iso(consumer.created_at))
    from rowlock.event_watermark w);
end;
$$;

comment on function rowlock._event_consumer_record is
  'The consumer as JSON; behind: how many numbers of the journal it has to go; missed: events that it had not read are gone; holds: retention stops at it.
Record event_consumer: {
  "name": "warehouse", "seq": 120, "behind": 7, "missed": false, "max_lag|null": "7 days", "holds": true,
  "user_id|null": "7f0c2f4e-6a53-4d0e-9c39-1f2b3c4d5e6f", "heard_at": "2026-03-01T09:00:00.000000Z",
  "created_at": "2026-03-01T08:55:00.000000Z"}';
revoke all on function rowlock._event_consumer_record from public;
