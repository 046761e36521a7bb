-- rowlock.run_attempts(id, actor): the attempts of a run, latest first: where, from when to when, and how each ended.
-- Reads: rowlock.run, rowlock.host, rowlock.event, rowlock.processed_signal.
create or replace function rowlock.run_attempts(
  id    uuid,
  actor uuid default rowlock.actor_current()
)
returns setof rowlock.run_attempt
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_run    rowlock.run;
begin
  select r.* into v_run from rowlock.run r where r.id = run_attempts.id;
  if not found then
    perform rowlock._run_missing(id => id);
  end if;
  return query
  with told as (
    select
      (v.payload ->> 'attempt')::integer as attempt,
      -- The command of a run that was stopped ends after it: the end is the stop, the exit code is the command's.
      (array_agg((v.payload ->> 'host_id')::uuid order by v.seq) filter (where v.topic = 'run.spawning'))[1] as host_id,
      min(v.occurred_at) filter (where v.topic = 'run.spawning') as taken_at,
      min(v.occurred_at) filter (where v.topic = 'run.started') as started_at,
      min(v.occurred_at) filter (where v.topic in ('run.finished', 'run.failed', 'run.stopped')) as ended_at,
      max(v.payload ->> 'failure_reason') as failure_reason,
      max((v.payload ->> 'exit_code')::integer) as exit_code,
      max(v.payload ->> 'reason') filter (where v.topic = 'run.stopped') as stop_reason,
      (array_agg(v.actor order by v.seq) filter (where v.topic = 'run.stopped'))[1] as stopped_by,
      case when count(*) filter (where v.topic = 'run.output_appended') > 0 then jsonb_build_object(
        'seq', max((v.payload ->> 'seq')::bigint),
        'lines', coalesce(sum((v.payload ->> 'lines')::numeric), 0),
        'bytes', coalesce(sum((v.payload ->> 'bytes')::numeric), 0),
        'at', rowlock._time_iso(max(v.occurred_at) filter (where v.topic = 'run.output_appended'))) end as progress
    from rowlock.event v
    where v.subject_id = v_run.id::text and v.subject_type = 'run'
      and v.topic in ('run.spawning', 'run.started', 'run.finished', 'run.failed', 'run.stopped', 'run.output_appended')
    group by 1
  ),
  ledger as (
    select
      s.attempt,
      jsonb_agg(jsonb_build_object('kind', s.kind, 'received_at', rowlock._time_iso(s.received_at))
        order by s.received_at, s.kind) as signals,
      min(s.received_at) filter (where s.kind = 'started') as started_at,
      min(s.received_at) filter (where s.kind in ('finished', 'failed')) as ended_at
    from rowlock.processed_signal s
    where s.run_id = v_run.id
    group by s.attempt
  )
  select
    n.attempt,
    -- Only what failed starts again.
    case when n.now then v_run.status else 'failed' end,
    h.id,
    h.name,
    case when n.now then v_run.pending_since when n.attempt = 1 then v_run.created_at end,
    t.taken_at,
    coalesce(case when n.now then v_run.started_at end, t.started_at, l.started_at),
    coalesce(t.ended_at, case when n.now then v_run.finished_at end, l.ended_at),
    coalesce(t.failure_reason, case when n.now then v_run.failure_reason end),
    coalesce(t.exit_code, case when n.now then v_run.exit_code end),
    t.stop_reason,
    t.stopped_by,
    coalesce(t.progress, case when n.now and v_run.last_progress_seq is not null
      then jsonb_build_object('seq', v_run.last_progress_seq, 'lines', null, 'bytes', null, 'at', null) end),
    coalesce(l.signals, '[]')
  from (select i as attempt, i = v_run.attempt as now from generate_series(1, v_run.attempt) i) n
  left join told t on t.attempt = n.attempt
  left join ledger l on l.attempt = n.attempt
  left join rowlock.host h on h.id = coalesce(t.host_id, case when n.now then v_run.host_id end)
  order by n.attempt desc;
end;
$$;

comment on function rowlock.run_attempts is
  'Each attempt with its host, its times, how it ended, what it said of its progress, and the signals that were applied; for everybody who is signed in. What the journal no longer has, and the run itself does not tell, is null. Raises PT401, PT403, PT404.';
revoke all on function rowlock.run_attempts from public;
select rowlock._function_grant('run_attempts', 'service', 'user', 'proxy');
