-- rowlock.work_item_move(id, new_parent_id, sort_order, actor): hang an item, with all below it, somewhere else in its project.
-- Reads: rowlock.project. Writes: rowlock.work_item, rowlock.event.
create or replace function rowlock.work_item_move(
  id            uuid,
  -- Null makes a root, so what is left out has to be something else.
  new_parent_id uuid default '00000000-0000-0000-0000-000000000000',
  sort_order    integer default null,
  actor         uuid default rowlock.actor_current()
)
returns rowlock.work_item
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access  constant rowlock.access := rowlock._actor_access(actor => actor);
  v_old     rowlock.work_item;
  v_new     rowlock.work_item;
  v_parent  rowlock.work_item;
  v_ids     uuid[];
  v_paths   text[];
  v_longest integer;
  v_now     timestamptz;
begin
  if new_parent_id = '00000000-0000-0000-0000-000000000000' then
    perform rowlock._argument_text(field => 'new_parent_id', value => null, required => true);
  end if;
  perform rowlock._actor_planner(access => v_access);
  -- One change of the tree at a time: two opposite moves would not see each other, and close a ring.
  v_old := rowlock._work_item_structure(id => id);
  if new_parent_id is not null then
    v_parent := rowlock._work_item_parent(id => new_parent_id, project_id => v_old.project_id);
    perform rowlock._work_item_cycle_check(id => id, parent_id => new_parent_id);
  end if;
  if new_parent_id is not distinct from v_old.parent_id then
    return rowlock._work_item_place(
      work_item => v_old, sort_order => coalesce(work_item_move.sort_order, v_old.sort_order), actor => v_access.actor);
  end if;

  select array_agg(t.id), array_agg(t.path), max(length(t.path)) into v_ids, v_paths, v_longest
  from rowlock._work_item_tree(id => work_item_move.id, above => v_parent.path) t;
  perform rowlock._work_item_deep(parent_id => new_parent_id, levels => (v_longest + 1) / 9);

  v_now := clock_timestamp();
  update rowlock.work_item w set path = t.path
  from unnest(v_ids, v_paths) t (id, path)
  where w.id = t.id and w.id <> work_item_move.id;
  update rowlock.work_item w
  set
    parent_id = work_item_move.new_parent_id, path = concat_ws('/', v_parent.path, left(w.id::text, 8)),
    sort_order = coalesce(work_item_move.sort_order, w.sort_order), version = w.version + 1, updated_at = v_now
  where w.id = work_item_move.id
  returning w.* into v_new;
  perform rowlock._work_item_journal(
    work_item => v_new, verb => 'reparented', actor => v_access.actor, occurred_at => v_now,
    payload => jsonb_build_object(
      'from_parent', v_old.parent_id, 'to_parent', v_new.parent_id, 'from_path', v_old.path, 'to_path', v_new.path,
      'descendants', cardinality(v_ids) - 1));
  return v_new;
end;
$$;

comment on function rowlock.work_item_move is
  'new_parent_id null makes it a root; all below it move along, and one event tells how many. Below the parent that it has: only its place is changed, if sort_order says so. For those who may write the plan. Raises PT400, PT401, PT403, PT404, PT422, PT423.
Example: {"new_parent_id": "a1b2c3d4-5e6f-4708-91a2-b3c4d5e6f708", "sort_order": 10}';
revoke all on function rowlock.work_item_move from public;
select rowlock._function_grant('work_item_move', 'service', 'user', 'proxy');
