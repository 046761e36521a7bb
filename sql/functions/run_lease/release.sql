-- rowlock.run_lease_release(id, holder, actor): the holder leaves the session of a run.
-- Reads: rowlock.run, rowlock.run_lease, rowlock.host. Writes: rowlock.run_lease, rowlock.event.
create or replace function rowlock.run_lease_release(
  id     uuid,
  holder text,
  actor  uuid default rowlock.actor_current()
)
returns rowlock.run_lease
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_run    rowlock.run;
  v_lease  rowlock.run_lease;
begin
  v_run := rowlock._run_lease_check(id => id, holder => holder, access => v_access);
  select l.* into v_lease from rowlock.run_lease l where l.run_id = v_run.id;
  if v_lease.holder is distinct from holder then
    raise exception 'lease is not held by the holder'
      using errcode = 'PT409', constraint = 'run_lease_not_held',
            detail = jsonb_strip_nulls(jsonb_build_object(
              'reason', 'not_held', 'id', v_run.id, 'holder', v_lease.holder, 'until', rowlock._time_iso(v_lease.expires_at)))::text,
            hint = 'It ended before, or somebody else holds it.';
  end if;
  return rowlock._run_lease_end(run => v_run, reason => 'released', at => clock_timestamp(), access => v_access);
end;
$$;

comment on function rowlock.run_lease_release is
  'Ends the lease; answers what it was. For whoever may write the plan, and the bot of the host. Raises PT400, PT401, PT403, PT404, PT409.
Example: {"holder": "ada at laptop-3"}';
revoke all on function rowlock.run_lease_release from public;
select rowlock._function_grant('run_lease_release', 'service', 'user', 'proxy');
