-- rowlock.work_item_create(project_id, kind, title, parent_id, …, actor): a new item in the tree of a project.
-- Reads: rowlock.project, rowlock.work_item. Writes: rowlock.work_item, rowlock.event.
create or replace function rowlock.work_item_create(
  project_id  uuid,
  kind        text,
  title       text,
  parent_id   uuid default null,
  description text default '',
  assignee    text default null,
  sort_order  integer default 0,
  actor       uuid default rowlock.actor_current()
)
returns rowlock.work_item
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_id     constant uuid := gen_random_uuid();
  v_now    timestamptz;
  v_parent rowlock.work_item;
  v_item   rowlock.work_item;
begin
  v_item.kind := kind;
  v_item.title := title;
  v_item.description := description;
  v_item.assignee := assignee;
  v_item.sort_order := sort_order;
  perform rowlock._work_item_check(work_item => v_item);
  perform rowlock._argument_text(field => 'project_id', value => project_id::text, required => true);
  perform rowlock._actor_planner(access => v_access);
  -- Before the parent's path is read: a move that is under way would leave it stale.
  perform rowlock._project_structure(id => project_id);
  if parent_id is not null then
    v_parent := rowlock._work_item_parent(id => parent_id, project_id => project_id);
    perform rowlock._work_item_deep(parent_id => parent_id, levels => 1 + (length(v_parent.path) + 1) / 9);
  end if;

  v_now := clock_timestamp();
  insert into rowlock.work_item (
    id, project_id, parent_id, kind, title, description, assignee, path, sort_order, created_at, updated_at)
  values (
    v_id, work_item_create.project_id, work_item_create.parent_id, work_item_create.kind, work_item_create.title,
    work_item_create.description, work_item_create.assignee, concat_ws('/', v_parent.path, left(v_id::text, 8)),
    work_item_create.sort_order, v_now, v_now)
  returning * into v_item;
  perform rowlock._work_item_journal(
    work_item => v_item, verb => 'created', actor => v_access.actor, occurred_at => v_now,
    payload => jsonb_build_object('parent_id', v_item.parent_id, 'kind', v_item.kind, 'title', v_item.title));
  return v_item;
end;
$$;

comment on function rowlock.work_item_create is
  'An item to do, at the top of its project or below another item; any kind may stand below any. For those who may write the plan. Raises PT400, PT401, PT403, PT404, PT422, PT423.';
revoke all on function rowlock.work_item_create from public;
select rowlock._function_grant('work_item_create', 'service', 'user', 'proxy');
