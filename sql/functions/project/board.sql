-- rowlock.project_board(id, kind, assignee, max_rows, actor): the items of a project by status, each column in the order of the tree.
-- Reads: rowlock.project, rowlock.work_item.
create or replace function rowlock.project_board(
  id       uuid,
  kind     text[] default null,
  assignee text default null,
  max_rows integer default 50,
  actor    uuid default rowlock.actor_current()
)
returns jsonb
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
set jit = off
-- From parents to children by the index, and not through the items of all projects.
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_project constant rowlock.project := rowlock.project_get(id => id, actor => actor);
begin
  perform rowlock._work_item_list_check(status => null, kind => kind, parent_id => null, roots => false);
  perform rowlock._argument_text(field => 'assignee', value => assignee);
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 500);

  -- A place is that of all above it, then its own; as text of one length, so that the order of bytes is that of numbers.
  return (
    with recursive tree as (
      select w.id, w.status, w.kind, w.assignee, array[p.place] as place
      from rowlock.work_item w
      cross join lateral (select lpad(to_hex(w.sort_order + 2147483648), 8, '0') || w.id::text as place) p
      where w.project_id = v_project.id and w.parent_id is null
      union all
      select w.id, w.status, w.kind, w.assignee, t.place || p.place
      from tree t
      join rowlock.work_item w on w.parent_id = t.id
      cross join lateral (select lpad(to_hex(w.sort_order + 2147483648), 8, '0') || w.id::text as place) p
    ),

    found as (
      select
        t.id, t.status, count(*) over (partition by t.status) as total,
        row_number() over (partition by t.status order by t.place collate "C") as n
      from tree t
      where (project_board.kind is null or t.kind = any (project_board.kind))
        and (project_board.assignee is null or t.assignee = project_board.assignee)
    ),

    shown as (
      select f.status, f.total, jsonb_agg(
        rowlock._work_item_record(w) || jsonb_build_object(
          'children', (select count(*) from rowlock.work_item c where c.parent_id = w.id))
        order by f.n) as items
      from found f
      join rowlock.work_item w on w.id = f.id
      where f.n <= project_board.max_rows
      group by f.status, f.total
    )

    select jsonb_build_object('columns', jsonb_agg(
      jsonb_build_object('status', s.status, 'total', coalesce(v.total, 0), 'work_items', coalesce(v.items, '[]'))
      order by s.ordinality))
    from unnest(rowlock._transition_statuses(machine => 'work_item')) with ordinality s (status, ordinality)
    left join shown v on v.status = s.status);
end;
$$;

comment on function rowlock.project_board is
  'All statuses in their order, how many items are in each, and the first max_rows (1 to 500) of them, parents before what is below them and siblings in their order. kind: any of these. Any signed-in account may see it. Raises PT400, PT401, PT403, PT404.
Answers: {"columns": [{"status": "todo", "total": 12, "work_items": ["$work_item"]}]}
Example: {"kind": ["task", "subtask"], "max_rows": 10}';
revoke all on function rowlock.project_board from public;
select rowlock._function_grant('project_board', 'service', 'user', 'proxy');
