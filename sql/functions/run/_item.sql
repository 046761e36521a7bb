-- rowlock._run_item(work_item_id): refuse a work item that can have no runs; it stays as it is until the transaction ends.
-- Reads: rowlock.project, rowlock.work_item.
create or replace function rowlock._run_item(work_item_id uuid)
returns void
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_item rowlock.work_item;
begin
  select w.* into v_item from rowlock.work_item w where w.id = _run_item.work_item_id;
  if found then
    -- The project first, as all who write the plan: it is not archived meanwhile, nor does the item become an epic.
    perform rowlock._project_structure(id => v_item.project_id);
    select w.* into v_item from rowlock.work_item w where w.id = _run_item.work_item_id for share;
  end if;
  if not found then
    perform rowlock._argument_text(field => 'work_item_id', value => work_item_id::text, required => true);
    perform rowlock._work_item_missing(id => work_item_id);
  end if;
  if v_item.kind not in ('task', 'subtask') then
    raise exception 'kind has no runs'
      using errcode = 'PT422', constraint = 'work_item_kind',
            detail = jsonb_build_object('reason', 'wrong_kind', 'id', work_item_id, 'kind', v_item.kind)::text,
            hint = 'Tasks and subtasks have runs.';
  end if;
end;
$$;

comment on function rowlock._run_item is 'Locks the project and the item. Raises PT400, PT404, PT422, PT423.';
revoke all on function rowlock._run_item from public;
