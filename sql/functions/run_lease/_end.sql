-- rowlock._run_lease_end(run, reason, at, access): nobody is attached to a run any more.
-- Reads: rowlock.run_lease. Writes: rowlock.run_lease, rowlock.event.
create or replace function rowlock._run_lease_end(
  run    rowlock.run,
  reason text,
  at     timestamptz,
  access rowlock.access default null
)
returns rowlock.run_lease
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_lease rowlock.run_lease;
  v_seq   bigint;
begin
  delete from rowlock.run_lease l where l.run_id = run.id returning l.* into v_lease;
  if found then
    -- It ran out in silence; whoever comes by first tells it, once.
    v_seq := rowlock._run_journal(
      run => run, verb => 'lease_released', actor => access.actor, occurred_at => at,
      payload => jsonb_build_object(
        'attempt', v_lease.attempt, 'holder', v_lease.holder,
        'reason', case when v_lease.expires_at <= at then 'expired' else reason end));
  end if;
  return v_lease;
end;
$$;

comment on function rowlock._run_lease_end is
  'Ends the lease of a run that the caller has locked, if there is one, and journals it: released, ended (the run has), or expired.';
revoke all on function rowlock._run_lease_end from public;
