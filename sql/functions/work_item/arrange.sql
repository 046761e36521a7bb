-- rowlock.work_item_arrange(id, new_parent_id, before_id, actor): put an item before another one, or after the last.
-- Reads: rowlock.project. Writes: rowlock.work_item, rowlock.event.
create or replace function rowlock.work_item_arrange(
  id            uuid,
  -- Null makes a root, so what is left out has to be something else.
  new_parent_id uuid default '00000000-0000-0000-0000-000000000000',
  before_id     uuid default null,
  actor         uuid default rowlock.actor_current()
)
returns rowlock.work_item
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_item   rowlock.work_item;
  v_place  integer;
begin
  if new_parent_id = '00000000-0000-0000-0000-000000000000' then
    perform rowlock._argument_text(field => 'new_parent_id', value => null, required => true);
  end if;
  perform rowlock._actor_planner(access => v_access);
  v_item := rowlock._work_item_structure(id => id);
  if new_parent_id is not null then
    perform rowlock._work_item_parent(id => new_parent_id, project_id => v_item.project_id);
    perform rowlock._work_item_cycle_check(id => id, parent_id => new_parent_id);
  end if;
  if before_id = id or before_id is not null and not exists (
    select from rowlock._work_item_siblings(project_id => v_item.project_id, parent_id => new_parent_id) w
    where w.id = before_id)
  then
    raise exception 'item to stand before is elsewhere'
      using errcode = 'PT409', constraint = 'work_item_sibling',
            detail = jsonb_build_object(
              'reason', 'not_sibling', 'id', id, 'new_parent_id', new_parent_id, 'before_id', before_id)::text,
            hint = 'It may have been moved or deleted meanwhile: read what is there, then say again where it goes.';
  end if;

  v_place := rowlock._work_item_room(
    work_item => v_item, parent_id => new_parent_id, before_id => before_id, actor => v_access.actor);
  return rowlock.work_item_move(id => id, new_parent_id => new_parent_id, sort_order => v_place, actor => v_access.actor);
end;
$$;

comment on function rowlock.work_item_arrange is
  'Moves an item below new_parent_id, null for the top, right before before_id, which is there already; null: after the last. Its number, and where there is none left those of some siblings, are chosen so; each that changes leaves an event, and where it stands there already there is none. For those who may write the plan. Raises PT400, PT401, PT403, PT404, PT409, PT422, PT423.
Example: {"new_parent_id": "a1b2c3d4-5e6f-4708-91a2-b3c4d5e6f708", "before_id": null}';
revoke all on function rowlock.work_item_arrange from public;
select rowlock._function_grant('work_item_arrange', 'service', 'user', 'proxy');
