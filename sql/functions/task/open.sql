-- rowlock.task_open(workflow_id, workflow_type, …, actor): note a job that begins. Idempotent by workflow id.
-- Reads: rowlock.task, rowlock.escalation, rowlock.user_account. Writes: rowlock.task, rowlock.event.
create or replace function rowlock.task_open(
  workflow_id        text,
  workflow_type      text,
  lt_type            text default null,
  task_queue         text default null,
  priority           integer default 2,
  signal_id          text default null,
  parent_workflow_id text default null,
  origin_id          text default null,
  parent_id          text default null,
  envelope           jsonb default null,
  metadata           jsonb default '{}',
  data               jsonb default null,
  trace_id           text default null,
  span_id            text default null,
  initiated_by       uuid default null,
  actor              uuid default rowlock.actor_current()
)
returns rowlock.task_opened
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now       constant timestamptz := clock_timestamp();
  v_access    constant rowlock.access := rowlock._actor_access(actor => actor);
  v_envelope  jsonb;
  v_principal text;
  v_found     rowlock.task_view;
  v_task      rowlock.task;
begin
  perform rowlock._argument_text(field => 'workflow_id', value => workflow_id, required => true);
  if starts_with(workflow_id, 'triage-') then
    perform rowlock._argument_refuse(
      field => 'workflow_id', reason => 'reserved', hint => 'Names that begin with triage- are those of triage.');
  end if;
  perform rowlock._argument_text(field => 'workflow_type', value => workflow_type, required => true);
  perform rowlock._argument_range(field => 'priority', value => priority, low => 1, high => 4);
  perform rowlock._argument_object(field => 'metadata', value => coalesce(metadata, '{}'), max_bytes => 32768);
  perform rowlock._argument_texts(given => jsonb_build_object(
    'lt_type', lt_type, 'task_queue', task_queue, 'signal_id', signal_id, 'parent_workflow_id', parent_workflow_id,
    'origin_id', origin_id, 'parent_id', parent_id, 'trace_id', trace_id, 'span_id', span_id));
  v_envelope := rowlock._argument_payload(field => 'envelope', value => envelope);
  perform rowlock._argument_object(field => 'data', value => nullif(data, 'null'));
  if not v_access.is_global and v_access.write_all = '{}' then
    raise exception 'task may not be opened'
      using errcode = 'PT403', constraint = 'task_open',
            detail = jsonb_build_object('reason', 'write_scope')::text,
            hint = 'Opening a task needs write scope on some whole role, or global access.';
  end if;
  if initiated_by <> v_access.actor then
    perform rowlock._actor_global(access => v_access);
  end if;

  v_found := rowlock._task_of_workflow(workflow_id => workflow_id, access => v_access);
  if (v_found.task).id is not null then
    return row(v_found.task, v_found.whole, false)::rowlock.task_opened;
  end if;

  select u.account_type into v_principal
  from rowlock.user_account u where u.id = coalesce(task_open.initiated_by, v_access.actor);
  if not found then
    perform rowlock._argument_refuse(
      field => 'initiated_by', reason => 'unknown', hint => 'Name an account, or leave it out.');
  end if;

  insert into rowlock.task (
    id, workflow_id, workflow_type, lt_type, task_queue, priority, signal_id, parent_workflow_id, origin_id, parent_id,
    envelope, metadata, data, trace_id, span_id, initiated_by, principal_type, created_at, updated_at)
  values (
    rowlock._uuid_v7(), task_open.workflow_id, task_open.workflow_type, task_open.lt_type, task_open.task_queue,
    task_open.priority, task_open.signal_id, task_open.parent_workflow_id,
    coalesce(nullif(task_open.origin_id, ''), task_open.workflow_id), task_open.parent_id,
    v_envelope, coalesce(task_open.metadata, '{}'), nullif(task_open.data, 'null'), task_open.trace_id, task_open.span_id,
    coalesce(task_open.initiated_by, v_access.actor), v_principal, v_now, v_now)
  on conflict on constraint task_workflow_id_key do nothing
  returning * into v_task;

  if found then
    perform rowlock._task_journal(
      task => v_task, verb => 'created', actor => v_access.actor, occurred_at => v_now);
    return row(v_task, true, true)::rowlock.task_opened;
  end if;

  -- Somebody opened the same at the same time; the insert waited for that commit.
  v_found := rowlock._task_of_workflow(workflow_id => workflow_id, access => v_access);
  return row(v_found.task, v_found.whole, false)::rowlock.task_opened;
end;
$$;

comment on function rowlock.task_open is
  'Note a job that begins. A workflow id that exists brings back its task unchanged, created = false. envelope: JSON, or a string that holds JSON; data: an object. Without origin_id the task is a process of its own. Needs write scope on some whole role; initiated_by of another account needs global access. Raises PT400, PT401, PT403, PT409.
Example: {"workflow_id": "wf-8", "workflow_type": "ship-order", "origin_id": "order-7", "envelope": {"order": 7}}';
revoke all on function rowlock.task_open from public;
select rowlock._function_grant('task_open', 'service', 'user', 'proxy');
