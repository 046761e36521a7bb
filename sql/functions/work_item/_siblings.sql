-- rowlock._work_item_siblings(project_id, parent_id): the items directly below a parent, or the roots of a project.
-- Reads: rowlock.work_item.
create or replace function rowlock._work_item_siblings(
  project_id uuid,
  parent_id  uuid
)
returns setof rowlock.work_item
language sql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
  -- Two halves, so that each has its index.
  select w.* from rowlock.work_item w
  where w.parent_id = _work_item_siblings.parent_id
  union all
  select w.* from rowlock.work_item w
  where _work_item_siblings.parent_id is null
    and w.project_id = _work_item_siblings.project_id and w.parent_id is null;
$$;

comment on function rowlock._work_item_siblings is 'In no order.';
revoke all on function rowlock._work_item_siblings from public;
