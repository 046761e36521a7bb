-- rowlock.process_list(status, max_rows, after, actor): a page of processes, the one that began last first.
-- Reads: rowlock.task, rowlock.escalation.
create or replace function rowlock.process_list(
  status   text default null,
  max_rows integer default 50,
  after    text default null,
  actor    uuid default rowlock.actor_current()
)
returns rowlock.task_page
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_key    jsonb;
  v_step   rowlock.task_walk;
  v_places jsonb := '[]';
  v_batch  integer;
  v_left   integer := 2000;
  v_page   rowlock.task_page := row('[]', null);
begin
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 500);
  if status not in ('active', 'escalated', 'completed') then
    perform rowlock._argument_refuse(field => 'status', reason => 'unknown', hint => 'active, escalated or completed.');
  end if;
  v_key := rowlock._cursor_place(after => after, types => '{timestamptz,uuid}');

  -- As in task_list: a page looks at 2,000 tasks at most, and the next one goes on from there.
  v_batch := max_rows + 1;
  loop
    v_step := rowlock._process_walk(
      key => v_key, status => status, access => v_access, batch => v_batch,
      wanted => max_rows + 1 - jsonb_array_length(v_places));
    v_page.items := v_page.items || v_step.items;
    v_places := v_places || v_step.places;
    v_key := coalesce(v_step.last, v_key);
    v_left := v_left - v_step.walked;
    exit when jsonb_array_length(v_places) > max_rows or v_step.walked < v_batch or v_left <= 0;
    v_batch := least(v_batch * 4, v_left);
  end loop;

  if jsonb_array_length(v_places) > max_rows then
    v_page.items := v_page.items - max_rows;
    v_page.next := rowlock._cursor_text(place => v_places -> (max_rows - 1));
  elsif v_step.walked = v_batch then
    v_page.next := rowlock._cursor_text(place => v_key);
  end if;
  return v_page;
end;
$$;

comment on function rowlock.process_list is
  'A page of the processes of which the actor sees a task, by the time their first task was opened, newest first; what is out of scope is not counted. A call looks at 2,000 tasks at most, so a page may be short or empty: go on with next until it is null. Raises PT400, PT401, PT403.
Example: {"status": "active", "max_rows": 10}';
revoke all on function rowlock.process_list from public;
select rowlock._function_grant('process_list', 'service', 'user', 'proxy');
