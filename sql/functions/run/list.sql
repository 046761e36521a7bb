-- rowlock.run_list(work_item_id, project_id, host_id, status, origin_id, parked, max_rows, after, actor): a page of runs, newest first.
-- Reads: rowlock.run, rowlock.work_item, rowlock.project, rowlock.host, rowlock.escalation.
create or replace function rowlock.run_list(
  work_item_id uuid default null,
  project_id   uuid default null,
  host_id      uuid default null,
  status       text[] default null,
  origin_id    text default null,
  parked       boolean default null,
  max_rows     integer default 50,
  after        text default null,
  actor        uuid default rowlock.actor_current()
)
returns rowlock.run_page
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_query  jsonb;
  v_step   rowlock.run_walk;
  v_places jsonb := '[]';
  v_last   jsonb;
  v_batch  integer;
  v_left   integer := 5000;
  v_page   rowlock.run_page := row('[]', null);
begin
  if cardinality(status) > 100
    or not status <@ array['pending', 'spawning', 'running', 'exited', 'failed', 'stopped']
  then
    perform rowlock._argument_refuse(
      field => 'status', reason => 'unknown',
      hint => 'pending, spawning, running, exited, failed, stopped, or an array of these.');
  end if;
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 500);
  perform rowlock._argument_text(field => 'origin_id', value => origin_id);
  v_query := jsonb_strip_nulls(jsonb_build_object(
    'work_item_id', work_item_id, 'project_id', project_id, 'host_id', host_id, 'origin_id', origin_id, 'parked', parked,
    'status', status,
    'key', rowlock._cursor_place(after => after, types => '{timestamptz,uuid}')));

  -- What is rare would be walked for: a page looks at 5,000 runs at most, and the next one goes on from there.
  v_batch := max_rows + 1;
  loop
    v_step := rowlock._run_list_walk(
      query => v_query, batch => v_batch, wanted => max_rows + 1 - jsonb_array_length(v_places));
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

comment on function rowlock.run_list is
  'A page of the runs, newest first, for everybody who is signed in, with what their items, projects and hosts are called. status: any of these; parked: whether they wait for an answer. A call looks at 5,000 runs at most, so a page may be short or empty: go on with next until it is null. Raises PT400, PT401, PT403.
Example: {"status": ["running"], "parked": true, "max_rows": 10}';
revoke all on function rowlock.run_list from public;
select rowlock._function_grant('run_list', 'service', 'user', 'proxy');
