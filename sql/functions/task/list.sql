-- rowlock.task_list(status, workflow_type, …, max_rows, after, actor): a page of tasks, newest first.
-- Reads: rowlock.task, rowlock.escalation.
create or replace function rowlock.task_list(
  status             text[] default null,
  workflow_type      text default null,
  workflow_id        text default null,
  lt_type            text default null,
  task_queue         text default null,
  origin_id          text default null,
  parent_workflow_id text default null,
  parent_id          text default null,
  initiated_by       uuid default null,
  created            jsonb default null,
  max_rows           integer default 50,
  after              text default null,
  actor              uuid default rowlock.actor_current()
)
returns rowlock.task_page
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_query  jsonb;
  v_step   rowlock.task_walk;
  v_places jsonb := '[]';
  v_last   jsonb;
  v_batch  integer;
  v_left   integer := 5000;
  v_page   rowlock.task_page := row('[]', null);
begin
  perform rowlock._task_list_check(status => status);
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 500);
  v_query := jsonb_strip_nulls(jsonb_build_object(
    'workflow_type', workflow_type, 'workflow_id', workflow_id, 'lt_type', lt_type, 'task_queue', task_queue,
    'origin_id', origin_id, 'parent_workflow_id', parent_workflow_id, 'parent_id', parent_id));
  perform rowlock._argument_texts(given => v_query);
  v_query := v_query || jsonb_strip_nulls(jsonb_build_object(
    'status', array(select distinct s.name from unnest(status) s (name)), 'initiated_by', initiated_by,
    'created', rowlock._escalation_search_window(field => 'created', value => nullif(created, 'null')),
    'key', rowlock._cursor_place(after => after, types => '{timestamptz,uuid}')));
  if status is null then
    v_query := v_query - 'status';
  end if;

  -- Who sees little would walk far: a page looks at 5,000 tasks at most, and the next one goes on from there.
  v_batch := max_rows + 1;
  loop
    v_step := rowlock._task_list_walk(
      query => v_query, access => v_access, batch => v_batch, wanted => max_rows + 1 - jsonb_array_length(v_places));
    v_page.items := v_page.items || v_step.items;
    v_places := v_places || v_step.places;
    v_last := coalesce(v_step.last, v_last);
    v_left := v_left - v_step.walked;
    exit when jsonb_array_length(v_places) > max_rows or v_step.walked < v_batch or v_left <= 0;
    v_query := v_query || jsonb_build_object('key', v_last);
    v_batch := least(v_batch * 4, v_left);
  end loop;

  if jsonb_array_length(v_places) > max_rows then
    v_page.items := v_page.items - max_rows;
    v_page.next := rowlock._cursor_text(place => v_places -> (max_rows - 1));
  elsif v_step.walked = v_batch then
    v_page.next := rowlock._cursor_text(place => v_last);
  end if;
  return v_page;
end;
$$;

comment on function rowlock.task_list is
  'A page of the tasks that the actor sees, newest first, with payloads where they are the actor''s to see. status: any of these; created: {from, to}, half-open. A call looks at 5,000 tasks at most, so a page may be short or empty: go on with next until it is null. Raises PT400, PT401, PT403.
Example: {"status": ["in_progress", "needs_intervention"], "origin_id": "order-7", "max_rows": 10}';
revoke all on function rowlock.task_list from public;
select rowlock._function_grant('task_list', 'service', 'user', 'proxy');
