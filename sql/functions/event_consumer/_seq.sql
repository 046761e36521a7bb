-- rowlock._event_consumer_seq(seq): refuse a number that the journal never gave.
-- Reads: rowlock.event_seq.
create or replace function rowlock._event_consumer_seq(seq bigint)
returns void
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if seq is not null then
    perform rowlock._argument_range(
      field => 'seq', value => seq, low => 0, high => pg_sequence_last_value('rowlock.event_seq'));
  end if;
end;
$$;

comment on function rowlock._event_consumer_seq is
  'Raises PT400 when it is below 0 or above the top of the journal.';
revoke all on function rowlock._event_consumer_seq from public;
