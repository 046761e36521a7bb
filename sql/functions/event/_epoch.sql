-- rowlock._event_epoch(epoch): the journal's epoch as readers are told it: another one for each timeline of the server.
create or replace function rowlock._event_epoch(epoch uuid)
returns uuid
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_timeline constant text := left(pg_walfile_name(pg_current_wal_insert_lsn()), 8);
begin
  -- A standby that was promoted, or a backup that was rolled forward, may lack what cursors knew, and gives its numbers out again.
  if v_timeline = '00000001' then
    return epoch;
  end if;
  return md5(epoch::text || v_timeline)::uuid;
end;
$$;

comment on function rowlock._event_epoch is
  'Of the watermark''s epoch; a promotion begins a new one by itself. Not on a standby.';
revoke all on function rowlock._event_epoch from public;
