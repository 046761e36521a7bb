-- rowlock.wait_status(signal_key, namespace, app_id, actor): has the question been settled, and how?
-- Reads: rowlock.escalation. Writes: rowlock.escalation, rowlock.event.
create or replace function rowlock.wait_status(
  signal_key text,
  namespace  text default 'default',
  app_id     text default 'default',
  actor      uuid default rowlock.actor_current()
)
returns rowlock.wait
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now    constant timestamptz := clock_timestamp();
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_row    rowlock.escalation;
  v_late   boolean := false;
  v_wait   rowlock.wait;
begin
  v_row := rowlock._wait_row(
    signal_key => signal_key, namespace => namespace, app_id => app_id, access => v_access);
  -- Who is told that it expired goes on by that, so it is stamped: nobody answers it any more. An answer that came in
  -- time and is not committed yet has the row locked: it still counts.
  if v_row.status = 'pending' and v_row.expires_at <= v_now and current_setting('transaction_read_only') = 'off' then
    perform rowlock._ask_expire(ids => array[v_row.id], at => v_now);
    v_row := rowlock._wait_row(
      signal_key => signal_key, namespace => namespace, app_id => app_id, access => v_access);
    v_late := v_row.status = 'pending';
  end if;
  v_wait.escalation_id := v_row.id;
  -- A due row is closed even before the sweep stamps it.
  v_wait.outcome := case when v_row.status = 'pending' and v_row.expires_at <= v_now and not v_late then 'expired' else v_row.status end;
  v_wait.payload := case v_wait.outcome when 'resolved' then v_row.resolver_payload when 'expired' then v_row.on_timeout end;
  return v_wait;
end;
$$;

comment on function rowlock.wait_status is
  'Where the wait of a key is: pending; resolved, with the answer, which may be a JSON null; cancelled; or expired, with the row''s on_timeout as payload. Raises PT400, PT401, PT403, PT404 (also when the row cannot be read).';
revoke all on function rowlock.wait_status from public;
select rowlock._function_grant('wait_status', 'service', 'user', 'proxy');
