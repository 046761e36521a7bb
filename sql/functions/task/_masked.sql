-- rowlock._task_masked(task, whole): the task as one may see it who is not shown its payloads.
create or replace function rowlock._task_masked(
  task  rowlock.task,
  whole boolean
)
returns rowlock.task
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_task rowlock.task := task;
begin
  if not whole then
    v_task.envelope := null;
    v_task.data := null;
    v_task.error := null;
    select coalesce(jsonb_agg(m.value - 'detail' order by m.n), '[]') into v_task.milestones
    from jsonb_array_elements(task.milestones) with ordinality m (value, n);
  end if;
  return v_task;
end;
$$;

comment on function rowlock._task_masked is 'Without envelope, data, error and the details of milestones, unless whole.';
revoke all on function rowlock._task_masked from public;
