-- rowlock._task_write(id, access): the task that a verb missed, if the actor may change it.
-- Reads: rowlock.task, rowlock.escalation.
create or replace function rowlock._task_write(
  id     uuid,
  access rowlock.access
)
returns rowlock.task
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_view rowlock.task_view;
begin
  -- Visibility comes first, so that nothing is told of a task that cannot be seen.
  v_view := rowlock._task_seen(id => id, access => access);
  if not v_view.whole then
    raise exception 'task may not be changed'
      using errcode = 'PT403', constraint = 'task_write',
            detail = jsonb_build_object('reason', 'not_initiator', 'id', id)::text,
            hint = 'Its initiator, admins of a role of its rows, and global callers change a task.';
  end if;
  return v_view.task;
end;
$$;

comment on function rowlock._task_write is
  'The task, seen whole. Raises PT400, PT404, PT403 in this order; says nothing of its status.';
revoke all on function rowlock._task_write from public;
