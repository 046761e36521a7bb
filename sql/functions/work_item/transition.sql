-- rowlock.work_item_transition(id, to_status, with_runs, actor): change the status of an item; cancelling takes along what is open below it.
-- Reads: rowlock.project, rowlock.transition. Writes: rowlock.work_item, rowlock.run, rowlock.event.
create or replace function rowlock.work_item_transition(
  id        uuid,
  to_status text,
  with_runs boolean default false,
  actor     uuid default rowlock.actor_current()
)
returns setof rowlock.work_item
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access  constant rowlock.access := rowlock._actor_access(actor => actor);
  v_cascade constant boolean := to_status = 'cancelled';
  v_now     timestamptz;
  v_item    rowlock.work_item;
  v_ids     uuid[] := array[id];
  v_from    text[];
  v_changed rowlock.work_item[];
begin
  perform rowlock._work_item_transition_check(to_status => to_status, with_runs => with_runs);
  perform rowlock._actor_planner(access => v_access);
  if v_cascade then
    -- What hangs below stands still while it is cancelled.
    perform from rowlock.work_item w join rowlock.project p on p.id = w.project_id
    where w.id = work_item_transition.id
    for no key update of p;
    -- The walk goes through everything; the done and the cancelled are left alone, what is below them is not.
    v_ids := v_ids || array(
      select t.id from rowlock._work_item_tree(id => work_item_transition.id) t where t.id <> work_item_transition.id);
  end if;

  -- Locked, so that the statuses told are those that are left.
  select array_agg(l.id), array_agg(l.status) into v_ids, v_from
  from (
    select w.id, w.status
    from rowlock.work_item w
    where w.id = any (v_ids) and (w.id = work_item_transition.id or w.status not in ('done', 'cancelled'))
    order by w.id
    for no key update) l;
  select w.* into v_item from rowlock.work_item w where w.id = work_item_transition.id;
  if not found then
    perform rowlock._work_item_missing(id => id);
  elsif v_item.status = to_status then
    perform rowlock._transition_refuse(machine => 'work_item', id => id, from_status => v_item.status, to_status => to_status);
  end if;

  v_now := clock_timestamp();
  -- The gate of the table refuses what is no edge.
  with changed as (
    update rowlock.work_item w
    set status = work_item_transition.to_status, version = w.version + 1, updated_at = v_now
    where w.id = any (v_ids)
    returning w as item
  )
  select
    array_agg(c.item order by (c.item).id <> work_item_transition.id, (c.item).path, (c.item).id),
    array_agg(f.status order by (c.item).id <> work_item_transition.id, (c.item).path, (c.item).id)
  into v_changed, v_from
  from changed c
  join unnest(v_ids, v_from) f (id, status) on f.id = (c.item).id;
  perform rowlock._work_item_journal_statuses(
    changed => v_changed, from_statuses => v_from, cascade_root => case when v_cascade then id end,
    actor => v_access.actor, occurred_at => v_now);
  if with_runs then
    perform rowlock._work_item_stop_runs(ids => v_ids, at => v_now, access => v_access);
  end if;
  return query select c.* from unnest(v_changed) c;
end;
$$;

comment on function rowlock.work_item_transition is
  'todo goes to doing, done and cancelled; doing to todo, done and cancelled; done to doing, and to cancelled when it is named itself; cancelled to todo. cancelled also cancels what is open below, through what is done or cancelled; all that was changed is answered, the item first, and each leaves an event. Archived projects too. Nobody''s runs are touched, unless with_runs says that those that are running stop. For those who may write the plan. Raises PT400, PT401, PT403, PT404, PT409.
Example: {"to_status": "doing"}';
revoke all on function rowlock.work_item_transition from public;
select rowlock._function_grant('work_item_transition', 'service', 'user', 'proxy');
