-- rowlock._work_item_structure(id): an item whose tree is to change, with its project locked against other changes.
-- Reads: rowlock.project, rowlock.work_item.
create or replace function rowlock._work_item_structure(id uuid)
returns rowlock.work_item
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_item rowlock.work_item;
begin
  select w.* into v_item from rowlock.work_item w where w.id = _work_item_structure.id;
  if not found then
    perform rowlock._work_item_missing(id => id);
  end if;
  perform rowlock._project_structure(id => v_item.project_id);
  -- Again: whoever held the lock before may have moved or deleted it.
  select w.* into v_item from rowlock.work_item w where w.id = _work_item_structure.id;
  if not found then
    perform rowlock._work_item_missing(id => id);
  end if;
  return v_item;
end;
$$;

comment on function rowlock._work_item_structure is 'Parents, paths and places stay as they are read here. Raises PT404, PT423.';
revoke all on function rowlock._work_item_structure from public;
