-- rowlock.metric_list(): everything that the database knows and a monitor wants.
-- Reads: rowlock.escalation, rowlock.role, rowlock.event, rowlock.event_watermark, rowlock.event_seq, rowlock.timer, rowlock.retention_rule, rowlock.host, rowlock.run, rowlock.webhook, rowlock.user_account, rowlock.delivery.
create or replace function rowlock.metric_list()
returns setof rowlock.metric
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now     constant timestamptz := clock_timestamp();
  v_missing integer := 0;
begin
  return query select m.* from rowlock._metric_timer(at => v_now) m;
  return query select m.* from rowlock._metric_journal(at => v_now) m;
  -- A table that is locked, or too long to count in the caller's time, leaves the rest of the list standing.
  begin
    return query select m.* from rowlock._metric_server(at => v_now) m;
  exception
    when lock_not_available then
      v_missing := 1;
    when query_canceled then
      -- A statement's time-out rings once: what came now would have none.
      v_missing := 2;
  end;
  if v_missing < 2 then
    begin
      return query select m.* from rowlock._metric_queue(at => v_now) m;
      return query select m.* from rowlock._metric_host(at => v_now) m;
      return query select m.* from rowlock._metric_webhook(at => v_now) m;
    exception when query_canceled or lock_not_available then
      v_missing := v_missing + 1;
    end;
  end if;
  return query select
    'parts_missing', 'Parts of these metrics, server and queues with hosts and webhooks, that were not told in time.', '{}'::jsonb, v_missing::double precision;
end;
$$;

comment on function rowlock.metric_list is
  'Samples for monitoring: queues by role, hosts, runs, webhooks, journal, timers, server. Names carry no prefix. For the service alone.';
revoke all on function rowlock.metric_list from public;
select rowlock._function_grant('metric_list', 'service');
