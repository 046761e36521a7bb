-- rowlock._event_ring(topic): wake the readers when this transaction commits.
-- Reads: rowlock.setting, rowlock.event_watermark.
create or replace function rowlock._event_ring(topic text)
returns boolean
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_notify text;
  v_class  bigint;
begin
  select s.value, w.class into v_notify, v_class
  from rowlock.setting s, rowlock.event_watermark w
  where s.name = 'notify';
  -- NOTIFY serializes commits, so of the transactions in flight only the one that holds the bell pays.
  if v_notify = 'always' or (v_notify = 'bell' and pg_try_advisory_xact_lock(v_class << 48)) then
    perform pg_notify('rowlock', topic);
    return true;
  end if;
  return false;
end;
$$;

comment on function rowlock._event_ring is
  'Notifies the channel with the topic, at most one transaction in flight at a time. A hint, never data.';
revoke all on function rowlock._event_ring from public;
