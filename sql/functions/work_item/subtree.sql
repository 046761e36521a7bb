-- rowlock.work_item_subtree(id, actor): an item and all below it, parents before children.
-- Reads: rowlock.work_item.
create or replace function rowlock.work_item_subtree(
  id    uuid,
  actor uuid default rowlock.actor_current()
)
returns setof rowlock.work_item
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_item constant rowlock.work_item := rowlock.work_item_get(id => id, actor => actor);
begin
  -- A range, for which every plan has the index; 0 follows /, and a path is made of these and hex digits.
  return query
  select w.*
  from rowlock.work_item w
  where w.project_id = v_item.project_id and w.path >= v_item.path and w.path < v_item.path || '0'
  order by w.path, w.sort_order, w.id;
end;
$$;

comment on function rowlock.work_item_subtree is
  'In the order of paths, by which each parent comes before what is below it; siblings in their own order are what work_item_list answers. Any signed-in account may see it. Raises PT401, PT403, PT404.';
revoke all on function rowlock.work_item_subtree from public;
select rowlock._function_grant('work_item_subtree', 'service', 'user', 'proxy');
