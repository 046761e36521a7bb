-- rowlock.task_fail(id, error, data, actor): a task ends with an error.
-- Reads: rowlock.task, rowlock.escalation. Writes: rowlock.task, rowlock.event.
create or replace function rowlock.task_fail(
  id    uuid,
  error jsonb,
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
  perform rowlock._argument_object(field => 'error', value => error, max_bytes => 32768, required => true);
  return rowlock._task_end(
    id => id, status => 'failed', error => error, data => data, access => v_access);
end;
$$;

comment on function rowlock.task_fail is
  'End an open task with an error, an object of up to 32 KiB. Its rows stay as they are. For the initiator, admins of a role of its rows, and global callers. Raises PT400, PT401, PT403, PT404, PT409.
Example: {"error": {"message": "no parcel left"}}';
revoke all on function rowlock.task_fail from public;
select rowlock._function_grant('task_fail', 'service', 'user', 'proxy');
