-- rowlock.task_milestone(id, what, detail, actor): note what happened on the way; an ended task takes notes too.
-- Reads: rowlock.task, rowlock.escalation. Writes: rowlock.task, rowlock.event.
create or replace function rowlock.task_milestone(
  id     uuid,
  what   text,
  detail jsonb default null,
  actor  uuid default rowlock.actor_current()
)
returns rowlock.task
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now    constant timestamptz := clock_timestamp();
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_task   rowlock.task;
begin
  perform rowlock._argument_text(field => 'what', value => what, required => true);
  perform rowlock._argument_object(field => 'detail', value => detail, max_bytes => 4096);

  update rowlock.task t
  set
    milestones = t.milestones || jsonb_build_array(jsonb_strip_nulls(jsonb_build_object(
      'at', rowlock._time_iso(v_now), 'by', v_access.actor, 'what', task_milestone.what))
      || case when task_milestone.detail is null then '{}' else jsonb_build_object('detail', task_milestone.detail) end),
    version = t.version + 1,
    updated_at = v_now
  where t.id = task_milestone.id
    and jsonb_array_length(t.milestones) < 500
    and exists (
      select from rowlock._task_scope(
        id => t.id, initiated_by => t.initiated_by, escalation_id => t.escalation_id, access => v_access) s (whole)
      where s.whole)
  returning t.* into v_task;

  if found then
    perform rowlock._task_journal(
      task => v_task, verb => 'milestone', actor => v_access.actor, occurred_at => v_now,
      payload => jsonb_build_object('what', what));
    return v_task;
  end if;

  v_task := rowlock._task_write(id => id, access => v_access);
  perform rowlock._task_refuse(
    task => v_task,
    reason => case when jsonb_array_length(v_task.milestones) >= 500 then 'milestones_full' else 'contended' end);
end;
$$;

comment on function rowlock.task_milestone is
  'Append {at, by, what, detail} to the milestones, also of a task that has ended; a task holds 500, a detail up to 4 KiB. For the initiator, admins of a role of its rows, and global callers. Raises PT400, PT401, PT403, PT404, PT409.
Example: {"what": "packed", "detail": {"parcel": 7}}';
revoke all on function rowlock.task_milestone from public;
select rowlock._function_grant('task_milestone', 'service', 'user', 'proxy');
