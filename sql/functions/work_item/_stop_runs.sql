-- rowlock._work_item_stop_runs(ids, at, access): stop what is running of some items.
-- Reads: rowlock.run. Writes: rowlock.run, rowlock.run_lease, rowlock.escalation, rowlock.event.
create or replace function rowlock._work_item_stop_runs(
  ids    uuid[],
  at     timestamptz,
  access rowlock.access
)
returns void
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  perform rowlock._run_end_set(
    runs => array(
      select r from rowlock.run r
      where r.work_item_id = any (_work_item_stop_runs.ids) and r.status = 'running'
      order by r.id
      for update),
    status => 'stopped', failure_reason => null, at => at, access => access);
end;
$$;

comment on function rowlock._work_item_stop_runs is
  'As run_stop, each. What is pending or spawning cannot be stopped, and is left alone.';
revoke all on function rowlock._work_item_stop_runs from public;
