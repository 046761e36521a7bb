-- rowlock.run_sweep_dispatch_timeouts(timeout, max_rows): runs that nobody took in time fail, one batch a call.
-- Reads: rowlock.host, rowlock.run, rowlock.setting. Writes: rowlock.run, rowlock.escalation, rowlock.event.
create or replace function rowlock.run_sweep_dispatch_timeouts(
  timeout  interval default null,
  max_rows integer default 500
)
returns setof rowlock.run
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_now     constant timestamptz := clock_timestamp();
  v_timeout constant interval := coalesce(
    timeout, (select s.value::interval from rowlock.setting s where s.name = 'run_dispatch_timeout'), '5 minutes');
  -- As a claim judges: where the target may not take it, any host that may is a match.
  v_reason  constant text := case
    when exists (select from rowlock._host_eligible(at => v_now)) then 'dispatch_timeout' else 'no_eligible_host' end;
begin
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 10000);
  if v_timeout not between interval '0' and interval '100 years' then
    perform rowlock._argument_refuse(field => 'timeout', reason => 'range', hint => 'Give an interval of 0 to 100 years.');
  end if;
  -- Judged again under the lock; what a claim holds is the claim's.
  return query
  select e.* from rowlock._run_end_set(
    runs => array(
      select r
      from rowlock.run r
      where r.status = 'pending' and r.pending_since < v_now - v_timeout
      order by r.pending_since, r.id
      limit run_sweep_dispatch_timeouts.max_rows
      for update skip locked),
    status => 'failed', failure_reason => v_reason, at => v_now) e;
end;
$$;

comment on function rowlock.run_sweep_dispatch_timeouts is
  'Fails up to max_rows runs that have been pending for longer than timeout (default: the setting run_dispatch_timeout, 5 minutes), with the reason no_eligible_host when no host could take them now, else dispatch_timeout. Raises PT400.';
revoke all on function rowlock.run_sweep_dispatch_timeouts from public;
select rowlock._function_grant('run_sweep_dispatch_timeouts', 'service');
