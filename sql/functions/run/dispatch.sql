-- rowlock.run_dispatch(id, host_id, actor): a pending run is given to a host.
-- Reads: rowlock.host, rowlock.run. Writes: rowlock.run, rowlock.event.
create or replace function rowlock.run_dispatch(
  id      uuid,
  host_id uuid,
  actor   uuid default rowlock.actor_current()
)
returns rowlock.run
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_host   rowlock.host;
  v_now    timestamptz;
  v_run    rowlock.run;
  v_rule   text;
begin
  perform rowlock._actor_planner(access => v_access);
  -- The host first, as who claims.
  v_host := rowlock._run_host(host_id => host_id);
  v_run := rowlock._run_lock(id => id);
  v_now := clock_timestamp();
  if v_run.status <> 'pending' then
    perform rowlock._transition_refuse(machine => 'run', id => v_run.id, from_status => v_run.status, to_status => 'spawning');
  end if;
  perform rowlock._run_host_check(host => v_host, at => v_now);
  if v_run.target_host_id <> v_host.id
    and exists (select from rowlock._host_eligible(at => v_now, target => v_run.target_host_id))
  then
    raise exception 'run is meant for another host'
      using errcode = 'PT409', constraint = 'run_target',
            detail = jsonb_build_object(
              'reason', 'other_target', 'id', v_run.id, 'host_id', v_host.id, 'target_host_id', v_run.target_host_id)::text,
            hint = 'Its target can take it; another host may once that one cannot.';
  end if;
  begin
    return rowlock._run_place(id => v_run.id, host_id => v_host.id, at => v_now, actor => v_access.actor);
  exception when unique_violation then
    get stacked diagnostics v_rule = constraint_name;
    if v_rule <> 'run_session_key' then
      raise;
    end if;
  end;
  raise exception 'session name is taken'
    using errcode = 'PT409', constraint = 'run_session_taken',
          detail = jsonb_build_object(
            'reason', 'session_taken', 'id', v_run.id, 'host_id', v_host.id, 'session_name', v_run.session_name)::text,
          hint = 'Another run has had a session of this name there; choose another host.';
end;
$$;

comment on function rowlock.run_dispatch is
  'As if the host had claimed the run: it has to be able to, and the run to be meant for it, for none, or for one that may not take runs. Of two calls one is refused. For whoever may write the plan. Raises PT400, PT401, PT403, PT404, PT409.
Example: {"host_id": "3d6c5b4a-9f8e-4d7c-8b6a-5f4e3d2c1b0a"}';
revoke all on function rowlock.run_dispatch from public;
select rowlock._function_grant('run_dispatch', 'service', 'user', 'proxy');
