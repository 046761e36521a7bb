-- rowlock._work_item_parent(id, project_id): the item that others are to hang below, in its project, whose tree is locked.
-- Reads: rowlock.work_item.
create or replace function rowlock._work_item_parent(
  id         uuid,
  project_id uuid
)
returns rowlock.work_item
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_parent rowlock.work_item;
begin
  select w.* into v_parent from rowlock.work_item w where w.id = _work_item_parent.id;
  if not found then
    perform rowlock._work_item_missing(id => id);
  end if;
  if v_parent.project_id <> project_id then
    raise exception 'parent is in another project'
      using errcode = 'PT422', constraint = 'work_item_project',
            detail = jsonb_build_object(
              'reason', 'cross_project', 'parent_id', id, 'project_id', project_id,
              'parent_project_id', v_parent.project_id)::text,
            hint = 'Parent and child are in one project: choose a parent there.';
  end if;
  return v_parent;
end;
$$;

comment on function rowlock._work_item_parent is 'Raises PT404, PT422.';
revoke all on function rowlock._work_item_parent from public;
