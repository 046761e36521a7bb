-- rowlock.work_item_list(project_id, parent_id, roots, status, kind, assignee, max_rows, after, actor): a page of items.
-- Reads: rowlock.work_item.
create or replace function rowlock.work_item_list(
  project_id uuid default null,
  parent_id  uuid default null,
  roots      boolean default false,
  status     text[] default null,
  kind       text[] default null,
  assignee   text default null,
  max_rows   integer default 50,
  after      text default null,
  actor      uuid default rowlock.actor_current()
)
returns rowlock.work_item_page
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_access   constant rowlock.access := rowlock._actor_access(actor => actor);
  v_siblings constant boolean := parent_id is not null or (roots and project_id is not null);
  v_query    jsonb;
  v_items    rowlock.work_item[];
  v_last     rowlock.work_item;
  v_page     rowlock.work_item_page;
begin
  perform rowlock._work_item_list_check(status => status, kind => kind, parent_id => parent_id, roots => roots);
  perform rowlock._argument_text(field => 'assignee', value => assignee);
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 500);
  v_query := jsonb_strip_nulls(jsonb_build_object(
    'project_id', project_id, 'parent_id', parent_id, 'roots', nullif(roots, false), 'status', to_jsonb(status), 'kind', to_jsonb(kind),
    'assignee', assignee, 'key', rowlock._cursor_place(
      after => after, types => case when v_siblings then '{integer,uuid}' else '{uuid,text,uuid}' end::text[])));
  -- Dynamic, so that each list has the plan of its filters.
  execute rowlock._work_item_list_query(query => v_query, siblings => v_siblings) into v_items using v_query, max_rows + 1;

  if cardinality(v_items) > max_rows then
    v_last := v_items[max_rows];
    v_page.next := rowlock._cursor_text(place => case
      when v_siblings then jsonb_build_array(v_last.sort_order, v_last.id)
      else jsonb_build_array(v_last.project_id, v_last.path, v_last.id)
    end);
  end if;
  v_page.items := to_jsonb(array(
    select rowlock._work_item_record(w) || jsonb_build_object(
      'children', (select count(*) from rowlock.work_item c where c.parent_id = w.id))
    from unnest(v_items[1 : max_rows]) w));
  return v_page;
end;
$$;

comment on function rowlock.work_item_list is
  'Of a parent, or the roots of a project, siblings in their order; any other list in the order of projects and trees, parents before what is below them. status and kind: any of these. Each says how many stand directly below it. Go on with next until it is null. Any signed-in account may see them. Raises PT400, PT401, PT403.
Example: {"project_id": "3a1c5e7f-9b2d-4f60-8e1a-7c6b5d4e3f20", "status": ["todo", "doing"], "max_rows": 10}';
revoke all on function rowlock.work_item_list from public;
select rowlock._function_grant('work_item_list', 'service', 'user', 'proxy');
