-- rowlock._work_item_subtree_by_links(id): an item and all below it by their links, in the order of work_item_subtree.
-- Reads: rowlock.work_item.
create or replace function rowlock._work_item_subtree_by_links(id uuid)
returns setof rowlock.work_item
language sql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
  select w.*
  from rowlock._work_item_tree(id => _work_item_subtree_by_links.id) t
  join rowlock.work_item w on w.id = t.id
  order by w.path, w.sort_order, w.id;
$$;

comment on function rowlock._work_item_subtree_by_links is
  'What work_item_subtree answers, unless short ids collide: then this is right.';
revoke all on function rowlock._work_item_subtree_by_links from public;
