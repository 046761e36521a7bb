-- rowlock._task_attach_check(task_id, access): refuse to tie a row to a task of somebody else's.
-- Reads: rowlock.task.
create or replace function rowlock._task_attach_check(
  task_id uuid,
  access  rowlock.access
)
returns void
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  -- The row's readers will see the task and its admins the payloads. An id that is no task's is the caller's own word.
  if exists (select from rowlock.task t where t.id = _task_attach_check.task_id) then
    perform rowlock._task_write(id => task_id, access => access);
  end if;
end;
$$;

comment on function rowlock._task_attach_check is
  'Raises PT404, PT403 unless the actor may change the task. An id that no task has is let pass.';
revoke all on function rowlock._task_attach_check from public;
