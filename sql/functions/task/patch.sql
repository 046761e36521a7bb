-- rowlock.task_patch(id, patch, actor): change some fields of a task that has not ended.
-- Reads: rowlock.task, rowlock.escalation. Writes: rowlock.task, rowlock.event.
create or replace function rowlock.task_patch(
  id    uuid,
  patch jsonb default '{}',
  actor uuid default rowlock.actor_current()
)
returns rowlock.task
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_now    timestamptz;
  v_old    rowlock.task;
  v_new    rowlock.task;
begin
  perform rowlock._task_patch_check(patch => patch);

  -- Locked, so that the transition is judged by the status that it leaves; scope stands in the same statement.
  select t.* into v_old
  from rowlock.task t
  where t.id = task_patch.id
    and exists (
      select from rowlock._task_scope(
        id => t.id, initiated_by => t.initiated_by, escalation_id => t.escalation_id, access => v_access) s (whole)
      where s.whole)
  for no key update of t;
  if not found then
    v_old := rowlock._task_write(id => id, access => v_access);
    perform rowlock._task_refuse(task => v_old, reason => 'contended');
  end if;
  if v_old.completed_at is not null then
    perform rowlock._task_refuse(task => v_old, reason => v_old.status);
  end if;

  v_now := clock_timestamp();
  v_new := jsonb_populate_record(v_old, patch - 'envelope');
  v_new.data := nullif(v_new.data, 'null');
  v_new.metadata := coalesce(nullif(v_new.metadata, 'null'), '{}');
  v_new.error := nullif(v_new.error, 'null');
  if patch ? 'envelope' then
    v_new.envelope := rowlock._argument_payload(field => 'envelope', value => patch -> 'envelope');
  end if;
  if v_new is not distinct from v_old then
    return v_old;
  end if;
  if v_new.status = 'pending' and v_old.status <> 'pending' then
    perform rowlock._task_refuse(task => v_old, reason => 'transition', wanted => v_new.status);
  end if;

  update rowlock.task t
  set
    status = v_new.status, priority = v_new.priority, lt_type = v_new.lt_type, task_queue = v_new.task_queue,
    signal_id = v_new.signal_id, trace_id = v_new.trace_id, span_id = v_new.span_id, metadata = v_new.metadata,
    envelope = v_new.envelope, data = v_new.data, error = v_new.error,
    started_at = case
      when v_new.status = 'in_progress' then coalesce(t.started_at, greatest(v_now, t.created_at)) else t.started_at end,
    completed_at = case when v_new.status = 'cancelled' then greatest(v_now, t.created_at, t.started_at) end,
    version = t.version + 1,
    updated_at = v_now
  where t.id = task_patch.id and t.status = v_old.status
  returning t.* into v_new;

  perform rowlock._task_journal(
    task => v_new, actor => v_access.actor, occurred_at => v_now,
    verb => case
      when v_new.status = v_old.status then 'updated'
      when v_new.status = 'cancelled' then 'cancelled'
      when v_new.status = 'needs_intervention' then 'escalated'
      when v_old.status = 'pending' then 'started'
      else 'updated'
    end,
    payload => jsonb_build_object(
      'from', nullif(v_old.status, v_new.status),
      'changed', array(select k.name from jsonb_object_keys(patch) k (name) order by k.name)));
  return v_new;
end;
$$;

comment on function rowlock.task_patch is
  'Of {status, priority, lt_type, task_queue, signal_id, trace_id, span_id, metadata, envelope, data, error}: a key absent keeps, null clears, a value sets. pending goes to in_progress, needs_intervention or cancelled, these two first to each other and to cancelled; complete and fail are verbs of their own. A patch that changes nothing leaves no event. For the initiator, admins of a role of its rows, and global callers. Raises PT400, PT401, PT403, PT404, PT409.
Example: {"status": "in_progress", "priority": 1, "lt_type": "shipping", "task_queue": "orders", "signal_id": "ship-7", "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736", "span_id": "00f067aa0ba902b7", "metadata": {"region": "north"}, "envelope": {"step": 3}, "data": {"parcel": 7}, "error": {"message": "no parcel left"}}';
revoke all on function rowlock.task_patch from public;
select rowlock._function_grant('task_patch', 'service', 'user', 'proxy');
