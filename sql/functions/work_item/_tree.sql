-- rowlock._work_item_tree(id, above): an item and all below it by links, with the paths that they have below another path.
-- Reads: rowlock.work_item.
create or replace function rowlock._work_item_tree(
  id    uuid,
  above text default null
)
returns setof rowlock.work_item_place
language sql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
  -- Never by a prefix of the path: short ids can collide.
  with recursive tree as (
    select w.id, concat_ws('/', _work_item_tree.above, left(w.id::text, 8)) as path
    from rowlock.work_item w
    where w.id = _work_item_tree.id
    union all
    select w.id, t.path || '/' || left(w.id::text, 8)
    from tree t
    join rowlock.work_item w on w.parent_id = t.id
  )
  select t.id, t.path from tree t;
$$;

comment on function rowlock._work_item_tree is 'Parents before children; of a tree of 100 levels one call walks all.';
revoke all on function rowlock._work_item_tree from public;
