-- rowlock.event_probe(): has anything been journaled since? One buffer.
-- Reads: rowlock.event_seq.
create or replace function rowlock.event_probe()
returns bigint
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  select pg_sequence_last_value('rowlock.event_seq');
$$;

comment on function rowlock.event_probe is 'The last number the journal''s sequence gave out, committed or not. For the service alone.';
revoke all on function rowlock.event_probe from public;
select rowlock._function_grant('event_probe', 'service');
