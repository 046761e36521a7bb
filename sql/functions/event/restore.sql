-- rowlock.event_restore(): the database was restored: begin a new epoch, above every number of the old one.
-- Reads: rowlock.event_seq. Writes: rowlock.event_watermark, rowlock.event, rowlock.escalation_fold_doubt.
create or replace function rowlock.event_restore()
returns rowlock.event_watermark
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_watermark rowlock.event_watermark;
begin
  -- The watermark first, as a purge does.
  update rowlock.event_watermark w
  set epoch = gen_random_uuid()
  returning w.* into v_watermark;
  -- Writers wait: a number taken meanwhile would be given out again.
  lock table rowlock.event in share row exclusive mode;
  perform setval('rowlock.event_seq', greatest(
    pg_sequence_last_value('rowlock.event_seq'),
    (select max(e.seq) from rowlock.event e),
    v_watermark.purged_through, 1), true);
  -- A backup may have the rows without the events.
  insert into rowlock.escalation_fold_doubt (id) values (gen_random_uuid()::text);
  v_watermark.epoch := rowlock._event_epoch(epoch => v_watermark.epoch);
  return v_watermark;
end;
$$;

comment on function rowlock.event_restore is
  'After a restore from a backup: readers with a cursor of before are told to start anew. For the owner of the schema.';
revoke all on function rowlock.event_restore from public;
