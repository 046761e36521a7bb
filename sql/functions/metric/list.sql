-- rowlock.metric_list(): everything that the database knows and a monitor wants.
-- Reads: rowlock.escalation, rowlock.role, rowlock.event, rowlock.event_watermark, rowlock.event_seq, rowlock.timer.
create or replace function rowlock.metric_list()
returns setof rowlock.metric
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now constant timestamptz := clock_timestamp();
begin
  return query select m.* from rowlock._metric_queue(at => v_now) m;
  return query select m.* from rowlock._metric_journal(at => v_now) m;
  return query select m.* from rowlock._metric_timer(at => v_now) m;
  return query select m.* from rowlock._metric_server(at => v_now) m;
end;
$$;

comment on function rowlock.metric_list is
  'Samples for monitoring: queues by role, journal, timers, server. Names carry no prefix. For the service alone.';
revoke all on function rowlock.metric_list from public;
select rowlock._function_grant('metric_list', 'service');
