-- rowlock._work_item_root(id): the item at the top of an item's chain of parents.
-- Reads: rowlock.work_item.
create or replace function rowlock._work_item_root(id uuid)
returns uuid
language sql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
  -- By links: a path tells eight digits of the root alone.
  with recursive up as (
    select w.id, w.parent_id from rowlock.work_item w where w.id = _work_item_root.id
    union
    select w.id, w.parent_id from up u join rowlock.work_item w on w.id = u.parent_id
  )
  select u.id from up u where u.parent_id is null
$$;

comment on function rowlock._work_item_root is 'Itself when it has no parent; null when there is no such item. The origin of what its chain causes.';
revoke all on function rowlock._work_item_root from public;
