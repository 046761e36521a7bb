-- rowlock.host_reconcile(host_id, instance_id, sessions, listed_at, actor): compare the runs of a host with the sessions it has.
-- Reads: rowlock.host, rowlock.run, rowlock.work_item. Writes: rowlock.run, rowlock.run_lease, rowlock.escalation, rowlock.host_orphan, rowlock.event.
create or replace function rowlock.host_reconcile(
  host_id     uuid,
  instance_id uuid,
  sessions    text[],
  listed_at   timestamptz default null,
  actor       uuid default rowlock.actor_current()
)
returns rowlock.host_report
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_now    timestamptz;
  v_host   rowlock.host;
  v_run    rowlock.run;
  v_report rowlock.host_report := row(null, '[]', '[]', '[]');
  v_own    text[] := '{}';
  v_lost   rowlock.run[] := '{}';
begin
  perform rowlock._host_sessions_check(sessions => sessions);
  v_host := rowlock._host_locked(id => host_id);
  v_now := clock_timestamp();
  perform rowlock._host_speaks(host => v_host, access => v_access);
  perform rowlock._run_instance_check(host => v_host, instance_id => instance_id);
  v_report.host_id := v_host.id;

  for v_run in
    select r.*
    from rowlock.run r
    where r.host_id = host_reconcile.host_id and r.status in ('spawning', 'running')
    order by r.id
    for update
  loop
    v_own := v_own || v_run.session_name;
    v_report.anomalies := v_report.anomalies || coalesce((
      select jsonb_build_object('run_id', v_run.id, 'attempt', v_run.attempt, 'work_item_id', w.id, 'kind', w.kind)
      from rowlock.work_item w
      where w.id = v_run.work_item_id and w.kind not in ('task', 'subtask')), '[]');
    -- What was claimed or started after the listing cannot be in it.
    continue when v_run.session_name = any (sessions) or coalesce(v_run.started_at, v_run.updated_at) > listed_at;
    v_lost := v_lost || v_run;
  end loop;
  perform rowlock._run_end_set(
    runs => v_lost, status => 'failed', failure_reason => 'session_lost', at => v_now, access => v_access);

  v_report.lost := to_jsonb(array(
    select jsonb_build_object('run_id', l.id, 'attempt', l.attempt, 'session_name', l.session_name) from unnest(v_lost) l));
  v_report.orphans := rowlock._host_orphans(
    host => v_host, at => v_now, actor => v_access.actor,
    sessions => array(
      select s.name
      from unnest(sessions) s (name)
      where s.name <> all (v_own)
        -- Nor is a session that outlived its run by less than the listing's way here.
        and not exists (
          select from rowlock.run r
          where r.host_id = v_host.id and r.session_name = s.name and r.finished_at > listed_at)));
  return v_report;
end;
$$;

comment on function rowlock.host_reconcile is
  'The worker of a host tells which sessions there are. Its spawning and running runs without one fail with the reason session_lost; sessions without a run are told once each, and never ended; runs of items that are no tasks are named. An empty list says that there are none: send nothing when they could not be listed. listed_at: when they were, by the clock of an answer; what began or ended after that is left alone. instance_id has to be the pinned one. For the bot of the host and global callers. Raises PT400, PT401, PT403, PT404, PT409.
Example: {"instance_id": "0b9f6f0e-5f0c-4a7e-9d0a-6f1f3f6c2a11", "sessions": ["rowlock-4b1f6c2e"], "listed_at": "2026-03-01T09:00:00.000000Z"}';
revoke all on function rowlock.host_reconcile from public;
select rowlock._function_grant('host_reconcile', 'service', 'user', 'proxy');
