-- rowlock._task_end(id, status, data, error, access): the one way to complete or fail a task.
-- Reads: rowlock.task, rowlock.escalation. Writes: rowlock.task, rowlock.event.
create or replace function rowlock._task_end(
  id     uuid,
  status text,
  data   jsonb,
  error  jsonb,
  access rowlock.access
)
returns rowlock.task
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now  constant timestamptz := clock_timestamp();
  v_task rowlock.task;
begin
  perform rowlock._argument_object(field => 'data', value => nullif(data, 'null'));
  for i in 1 .. 3 loop
    update rowlock.task t
    set
      status = _task_end.status,
      data = coalesce(nullif(_task_end.data, 'null'), t.data),
      error = coalesce(_task_end.error, t.error),
      completed_at = greatest(v_now, t.created_at, t.started_at),
      version = t.version + 1,
      updated_at = v_now
    where t.id = _task_end.id
      and t.status in ('pending', 'in_progress', 'needs_intervention')
      and exists (
        select from rowlock._task_scope(
          id => t.id, initiated_by => t.initiated_by, escalation_id => t.escalation_id, access => _task_end.access) s (whole)
        where s.whole)
    returning t.* into v_task;

    if found then
      perform rowlock._task_journal(
        task => v_task, verb => v_task.status, actor => access.actor, occurred_at => v_now,
        payload => jsonb_build_object('started_at', rowlock._time_iso(v_task.started_at)));
      return v_task;
    end if;

    -- Nothing was written. Read once more, only to say why.
    v_task := rowlock._task_write(id => id, access => access);
    if v_task.completed_at is not null then
      perform rowlock._task_refuse(task => v_task, reason => v_task.status);
    end if;
  end loop;
  perform rowlock._task_refuse(task => v_task, reason => 'contended');
end;
$$;

comment on function rowlock._task_end is
  'One guarded UPDATE from any open status; data and error stay when they are null. Raises PT400, PT404, PT403, PT409.';
revoke all on function rowlock._task_end from public;
