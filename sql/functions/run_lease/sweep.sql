-- rowlock.run_lease_sweep(max_rows): leases that ran out are told to have, one batch a call.
-- Reads: rowlock.run, rowlock.run_lease. Writes: rowlock.run_lease, rowlock.event.
create or replace function rowlock.run_lease_sweep(max_rows integer default 500)
returns setof rowlock.run_lease
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_now   constant timestamptz := clock_timestamp();
  v_run   rowlock.run;
  v_lease rowlock.run_lease;
begin
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 10000);
  -- Both are locked: one that was prolonged meanwhile is judged again.
  for v_run in
    select r.*
    from rowlock.run_lease l
    join rowlock.run r on r.id = l.run_id
    where l.expires_at <= v_now
    order by l.expires_at, l.run_id
    limit run_lease_sweep.max_rows
    for update of r, l skip locked
  loop
    v_lease := rowlock._run_lease_end(run => v_run, reason => 'expired', at => v_now);
    return next v_lease;
  end loop;
end;
$$;

comment on function rowlock.run_lease_sweep is
  'Ends up to max_rows leases that ran out, each with its event run.lease_released. Nothing depends on it: one that ran out can be taken at once. Raises PT400.';
revoke all on function rowlock.run_lease_sweep from public;
select rowlock._function_grant('run_lease_sweep', 'service');
