-- rowlock.work_item_patch(id, patch, actor): change title, description, assignee or kind of an item.
-- Reads: rowlock.run. Writes: rowlock.work_item, rowlock.event.
create or replace function rowlock.work_item_patch(
  id    uuid,
  patch jsonb default '{}',
  actor uuid default rowlock.actor_current()
)
returns rowlock.work_item
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_now    timestamptz;
  v_old    rowlock.work_item;
  v_new    rowlock.work_item;
begin
  perform rowlock._argument_members(
    patch => patch,
    kinds => '{"title": "string", "description": "string?", "assignee": "string?", "kind": "string"}');
  perform rowlock._actor_planner(access => v_access);
  -- Locked, so that what is compared here is what is written, and no run begins meanwhile.
  select w.* into v_old from rowlock.work_item w where w.id = work_item_patch.id for no key update;
  if not found then
    perform rowlock._work_item_missing(id => id);
  end if;
  v_new := jsonb_populate_record(v_old, patch);
  v_new.description := coalesce(v_new.description, '');
  perform rowlock._work_item_check(work_item => v_new);
  if v_new is not distinct from v_old then
    return v_old;
  end if;
  if v_new.kind not in ('task', 'subtask') and exists (select from rowlock.run r where r.work_item_id = work_item_patch.id) then
    raise exception 'kind has no runs'
      using errcode = 'PT409', constraint = 'work_item_kind',
            detail = jsonb_build_object('reason', 'has_runs', 'id', id, 'from', v_old.kind, 'to', v_new.kind)::text,
            hint = 'Tasks and subtasks have runs; this item has some, so it stays one of these.';
  end if;

  v_now := clock_timestamp();
  update rowlock.work_item w
  set
    title = v_new.title, description = v_new.description, assignee = v_new.assignee, kind = v_new.kind,
    version = w.version + 1, updated_at = v_now
  where w.id = work_item_patch.id
  returning w.* into v_new;
  perform rowlock._work_item_journal(
    work_item => v_new, verb => 'updated', actor => v_access.actor, occurred_at => v_now,
    payload => jsonb_build_object('changed', rowlock._argument_changed(
      patch => patch, before => to_jsonb(v_old), after => to_jsonb(v_new))));
  return v_new;
end;
$$;

comment on function rowlock.work_item_patch is
  'Of {title, description, assignee, kind}: a key absent keeps, a value sets, null clears assignee and description. An item that has runs stays a task or subtask. In an archived project too; a patch that changes nothing leaves no event. For those who may write the plan. Raises PT400, PT401, PT403, PT404, PT409.
Example: {"title": "Write the guide", "description": "For those who install it.", "assignee": "docs team", "kind": "task"}';
revoke all on function rowlock.work_item_patch from public;
select rowlock._function_grant('work_item_patch', 'service', 'user', 'proxy');
