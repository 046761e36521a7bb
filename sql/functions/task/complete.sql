-- rowlock.task_complete(id, data, actor): a task ends well.
-- Reads: rowlock.task, rowlock.escalation. Writes: rowlock.task, rowlock.event.
create or replace function rowlock.task_complete(
  id    uuid,
  data  jsonb default null,
  actor uuid default rowlock.actor_current()
)
returns rowlock.task
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
begin
  return rowlock._task_end(id => id, status => 'completed', data => data, error => null, access => v_access);
end;
$$;

comment on function rowlock.task_complete is
  'End an open task well, with what it made in data (left out: what it had). Its rows stay as they are. For the initiator, admins of a role of its rows, and global callers. Raises PT400, PT401, PT403, PT404, PT409.
Example: {"data": {"parcel": 7}}';
revoke all on function rowlock.task_complete from public;
select rowlock._function_grant('task_complete', 'service', 'user', 'proxy');
