-- rowlock.work_item_reorder(id, sort_order, actor): give an item another place among its siblings.
-- Reads: rowlock.project. Writes: rowlock.work_item, rowlock.event.
create or replace function rowlock.work_item_reorder(
  id         uuid,
  sort_order integer,
  actor      uuid default rowlock.actor_current()
)
returns rowlock.work_item
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
begin
  perform rowlock._argument_range(field => 'sort_order', value => sort_order, low => -2147483648, high => 2147483647);
  perform rowlock._actor_planner(access => v_access);
  return rowlock._work_item_place(
    work_item => rowlock._work_item_structure(id => id), sort_order => sort_order, actor => v_access.actor);
end;
$$;

comment on function rowlock.work_item_reorder is
  'Siblings stand in the order of sort_order, then of id; the same place again leaves no event. For those who may write the plan. Raises PT400, PT401, PT403, PT404, PT423.';
revoke all on function rowlock.work_item_reorder from public;
select rowlock._function_grant('work_item_reorder', 'service', 'user', 'proxy');
