-- rowlock.run_sweep_lost(max_rows): runs on hosts that are offline fail, one batch a call.
-- Reads: rowlock.host, rowlock.run. Writes: rowlock.run, rowlock.run_lease, rowlock.escalation, rowlock.event.
create or replace function rowlock.run_sweep_lost(max_rows integer default 500)
returns setof rowlock.run
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_hosts uuid[];
  v_runs  rowlock.run[];
begin
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 10000);
  -- A host that is just coming back is locked, and so left alone; runs are looked at with their hosts held.
  v_hosts := array(
    select h.id
    from rowlock.host h
    where h.status = 'offline'
      and exists (select from rowlock.run r where r.host_id = h.id and r.status in ('spawning', 'running'))
    order by h.id
    for share of h skip locked);
  v_runs := array(
    select r
    from rowlock.run r
    where r.host_id = any (v_hosts) and r.status in ('spawning', 'running')
    order by r.id
    limit run_sweep_lost.max_rows
    for update skip locked);
  return query
  select e.* from rowlock._run_end_set(
    runs => v_runs, status => 'failed', failure_reason => 'host_lost', at => clock_timestamp()) e;
end;
$$;

comment on function rowlock.run_sweep_lost is
  'Fails up to max_rows spawning and running runs on hosts that are offline, with the reason host_lost. Those of disabled and suspect hosts go on. Raises PT400.';
revoke all on function rowlock.run_sweep_lost from public;
select rowlock._function_grant('run_sweep_lost', 'service');
