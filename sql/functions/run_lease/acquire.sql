-- rowlock.run_lease_acquire(id, holder, ttl, actor): somebody attaches to the session of a run, alone.
-- Reads: rowlock.run, rowlock.run_lease, rowlock.host. Writes: rowlock.run_lease, rowlock.event.
create or replace function rowlock.run_lease_acquire(
  id     uuid,
  holder text,
  ttl    interval default '5 minutes',
  actor  uuid default rowlock.actor_current()
)
returns setof rowlock.run_lease
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_run    rowlock.run;
  v_now    timestamptz;
  v_lease  rowlock.run_lease;
  v_seq    bigint;
begin
  if ttl is null or ttl not between interval '1 second' and interval '1 day' then
    perform rowlock._argument_refuse(field => 'ttl', reason => 'range', hint => 'Give an interval of 1 second to 1 day.');
  end if;
  v_run := rowlock._run_lease_check(id => id, holder => holder, access => v_access);
  v_now := clock_timestamp();
  if v_run.status <> 'running' then
    perform rowlock._run_not_running(run => v_run);
  end if;

  select l.* into v_lease from rowlock.run_lease l where l.run_id = v_run.id;
  if found and v_lease.expires_at > v_now then
    if v_lease.holder = holder then
      update rowlock.run_lease l
      set expires_at = greatest(l.expires_at, v_now + run_lease_acquire.ttl)
      where l.run_id = v_run.id
      returning l.* into v_lease;
      return next v_lease;
    end if;
    return;
  end if;

  -- One that ran out is told first.
  v_lease := rowlock._run_lease_end(run => v_run, reason => 'expired', at => v_now, access => v_access);
  insert into rowlock.run_lease (run_id, holder, attempt, acquired_at, expires_at)
  values (v_run.id, holder, v_run.attempt, v_now, v_now + ttl)
  returning * into v_lease;
  v_seq := rowlock._run_journal(
    run => v_run, verb => 'lease_acquired', actor => v_access.actor, occurred_at => v_now,
    payload => jsonb_build_object('holder', v_lease.holder, 'expires_at', rowlock._time_iso(v_lease.expires_at)));
  return next v_lease;
end;
$$;

comment on function rowlock.run_lease_acquire is
  'The lease on the session of a running run, for ttl (1 second to 1 day); its holder prolongs it by the same call, without another event. No row: somebody else holds it. For whoever may write the plan, and the bot of the host. Raises PT400, PT401, PT403, PT404, PT409.
Example: {"holder": "ada at laptop-3", "ttl": "5 minutes"}';
revoke all on function rowlock.run_lease_acquire from public;
select rowlock._function_grant('run_lease_acquire', 'service', 'user', 'proxy');
