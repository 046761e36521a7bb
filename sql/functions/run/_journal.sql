-- rowlock._run_journal(run, verb, actor, occurred_at, payload): one event of a run.
-- Writes: rowlock.event.
create or replace function rowlock._run_journal(
  run         rowlock.run,
  verb        text,
  actor       uuid,
  occurred_at timestamptz,
  payload     jsonb default '{}'
)
returns bigint
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  -- Every event of a run names the run and its attempt; none has what it writes, or where it works.
  return rowlock._event_append(
    topic => 'run.' || verb,
    subject_type => 'run',
    subject_id => run.id::text,
    -- Who attaches to a run, or signals its process, changes no run.
    version => case when verb in ('lease_acquired', 'lease_released', 'signal_received') then null else run.version end,
    origin_id => run.origin_id,
    actor => _run_journal.actor,
    payload => jsonb_build_object(
      'run_id', run.id, 'attempt', run.attempt, 'work_item_id', run.work_item_id, 'host_id', run.host_id,
      'status', run.status, 'on_behalf_of', rowlock._delegation_planner(actor => _run_journal.actor)) || _run_journal.payload,
    occurred_at => _run_journal.occurred_at);
end;
$$;

comment on function rowlock._run_journal is
  'Appends run.<verb> for a run as it is after the change, with its id, attempt, work item, host and status.';
revoke all on function rowlock._run_journal from public;
