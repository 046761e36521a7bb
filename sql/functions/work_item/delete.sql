-- rowlock.work_item_delete(id, actor): an item goes, with all below it, their runs and what all these still ask.
-- Reads: rowlock.project, rowlock.run. Writes: rowlock.work_item, rowlock.escalation, rowlock.ask, rowlock.event.
create or replace function rowlock.work_item_delete(
  id    uuid,
  actor uuid default rowlock.actor_current()
)
returns rowlock.work_item_deleted
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access  constant rowlock.access := rowlock._actor_access(actor => actor);
  v_now     timestamptz;
  v_item    rowlock.work_item;
  v_ids     uuid[];
  v_run_ids uuid[];
begin
  perform rowlock._actor_planner(access => v_access);
  v_item := rowlock._work_item_structure(id => id);
  v_ids := array(select t.id from rowlock._work_item_tree(id => work_item_delete.id) t);
  v_now := clock_timestamp();
  -- It locks all of them, so a run that is just being made is waited for and told too.
  perform rowlock._work_item_asks_cancel(ids => v_ids, reason => 'work_item_deleted', at => v_now, access => v_access);
  v_run_ids := array(select r.id from rowlock.run r where r.work_item_id = any (v_ids) order by r.created_at, r.id);

  -- While it has a root; a deletion is the version after the last.
  v_item.version := v_item.version + 1;
  perform rowlock._work_item_journal(
    work_item => v_item, verb => 'deleted', actor => v_access.actor, occurred_at => v_now,
    payload => jsonb_build_object('descendants', cardinality(v_ids) - 1, 'run_ids', v_run_ids));
  delete from rowlock.work_item w where w.id = work_item_delete.id;
  return row(v_item, cardinality(v_ids) - 1, v_run_ids)::rowlock.work_item_deleted;
end;
$$;

comment on function rowlock.work_item_delete is
  'Deletes an item and all below it, with their runs; what is still asked for them is cancelled, and one event tells how many items and which runs went. The journal keeps what it has of them. For those who may write the plan. Raises PT400, PT401, PT403, PT404, PT423.';
revoke all on function rowlock.work_item_delete from public;
select rowlock._function_grant('work_item_delete', 'service', 'user', 'proxy');
