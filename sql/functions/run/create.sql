-- rowlock.run_create(work_item_id, provider, cwd, target_host_id, origin_id, parent_id, actor): a task is to be done by an agent.
-- Reads: rowlock.project, rowlock.work_item, rowlock.host, rowlock.run, rowlock.task, rowlock.escalation. Writes: rowlock.run, rowlock.event.
create or replace function rowlock.run_create(
  work_item_id   uuid,
  provider       text,
  cwd            text,
  target_host_id uuid default null,
  origin_id      text default null,
  parent_id      text default null,
  actor          uuid default rowlock.actor_current()
)
returns rowlock.run
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_id     constant uuid := gen_random_uuid();
  v_now    timestamptz;
  v_origin text;
  v_run    rowlock.run;
  v_seq    bigint;
begin
  perform rowlock._actor_planner(access => v_access);
  perform rowlock._argument_text(field => 'provider', value => provider, required => true);
  if provider not in ('claude', 'codex', 'grok', 'gemini') then
    perform rowlock._argument_refuse(field => 'provider', reason => 'unknown', hint => 'claude, codex, grok or gemini.');
  end if;
  perform rowlock._argument_text(field => 'cwd', value => cwd, max_length => 4096, required => true);
  perform rowlock._argument_text(field => 'origin_id', value => origin_id);
  perform rowlock._argument_text(field => 'parent_id', value => parent_id);
  perform rowlock._run_item(work_item_id => work_item_id);
  if target_host_id is not null and not exists (select from rowlock.host h where h.id = run_create.target_host_id) then
    perform rowlock._host_missing(id => target_host_id);
  end if;

  v_origin := rowlock._run_cause_origin(parent_id => parent_id, access => v_access);

  -- Whether a host is there to take it is judged when one asks, or when the time is over.
  v_now := clock_timestamp();
  insert into rowlock.run (
    id, work_item_id, target_host_id, provider, session_name, cwd, origin_id, parent_id, created_by,
    pending_since, created_at, updated_at)
  values (
    v_id, work_item_id, target_host_id, provider, 'rowlock-' || left(v_id::text, 8), cwd,
    coalesce(nullif(origin_id, ''), v_origin, rowlock._work_item_root(id => work_item_id)::text), nullif(parent_id, ''),
    v_access.actor, v_now, v_now, v_now)
  returning * into v_run;
  v_seq := rowlock._run_journal(
    run => v_run, verb => 'created', actor => v_access.actor, occurred_at => v_now,
    payload => jsonb_build_object('provider', provider, 'target_host_id', target_host_id));
  return v_run;
end;
$$;

comment on function rowlock.run_create is
  'A new pending run of a task or subtask in an active project, accepted also while no host could take it. target_host_id: the host that is to take it, if it can. parent_id: what causes it; the id of an escalation whose answer starts it, or of another run, gives it that one''s origin. origin_id: else the root of the work item. For whoever may write the plan. Raises PT400, PT401, PT403, PT404, PT422, PT423.
Example: {"work_item_id": "6e5d4c3b-2a19-4807-b6f5-e4d3c2b1a099", "provider": "claude", "cwd": "/srv/shop"}';
revoke all on function rowlock.run_create from public;
select rowlock._function_grant('run_create', 'service', 'user', 'proxy');
