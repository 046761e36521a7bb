-- rowlock.escalation_create(role, type, …, actor): ask a question. Idempotent by signal key.
-- Reads: rowlock.escalation, rowlock.task, rowlock.run, rowlock.work_item. Writes: rowlock.escalation, rowlock.event, rowlock.idempotency, rowlock.signal.
create or replace function rowlock.escalation_create(
  role               text,
  type               text,
  subtype            text default null,
  description        text default null,
  priority           integer default 2,
  entity             text default null,
  namespace          text default 'default',
  app_id             text default 'default',
  signal_key         text default null,
  topic              text default null,
  workflow_id        text default null,
  workflow_type      text default null,
  task_queue         text default null,
  metadata           jsonb default '{}',
  envelope           jsonb default null,
  escalation_payload jsonb default null,
  on_timeout         jsonb default null,
  timeout            interval default null,
  expires_at         timestamptz default null,
  assigned_to        uuid default null,
  task_id            uuid default null,
  work_item_id       uuid default null,
  run_id             uuid default null,
  origin_id          text default null,
  parent_id          text default null,
  initiated_by       text default null,
  trace_id           text default null,
  span_id            text default null,
  approvals_required integer default 1,
  no_self_approval   boolean default false,
  idempotency_key    text default null,
  actor              uuid default rowlock.actor_current()
)
returns rowlock.escalation_created
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now    constant timestamptz := clock_timestamp();
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_id     constant uuid := rowlock._uuid_v7();
  v_row    rowlock.escalation;
  v_first  rowlock.idempotency;
  v_new    rowlock.escalation;
begin
  perform rowlock._argument_text(field => 'role', value => role, required => true);
  perform rowlock._argument_text(field => 'type', value => type, required => true);
  perform rowlock._argument_text(field => 'description', value => description, max_length => 10000);
  perform rowlock._argument_range(field => 'priority', value => priority, low => 1, high => 4);
  perform rowlock._argument_range(
    field => 'approvals_required', value => coalesce(approvals_required, 1), low => 1, high => 100);
  perform rowlock._argument_object(field => 'metadata', value => coalesce(metadata, '{}'), max_bytes => 32768);
  perform rowlock._argument_texts(given => jsonb_build_object(
    'subtype', subtype, 'entity', entity, 'namespace', namespace, 'app_id', app_id, 'signal_key', signal_key,
    'topic', topic, 'workflow_id', workflow_id, 'workflow_type', workflow_type, 'task_queue', task_queue,
    'origin_id', origin_id, 'parent_id', parent_id, 'initiated_by', initiated_by,
    'trace_id', trace_id, 'span_id', span_id));
  if namespace = '' or app_id = '' then
    perform rowlock._argument_text(field => 'namespace', value => coalesce(namespace, 'default'), required => true);
    perform rowlock._argument_text(field => 'app_id', value => app_id, required => true);
  end if;
  perform rowlock._argument_text(
    field => 'idempotency_key', value => idempotency_key, required => idempotency_key is not null);
  perform rowlock._role_manage(access => v_access, role => role);

  if idempotency_key is not null then
    v_first := rowlock._idempotency_take(
      verb => 'escalation_create', key => idempotency_key, escalation_id => v_id, actor => v_access.actor,
      request => jsonb_build_object(
        'role', role, 'type', type, 'subtype', subtype, 'description', description, 'priority', priority,
        'entity', entity, 'namespace', namespace, 'app_id', app_id, 'signal_key', signal_key, 'topic', topic,
        'workflow_id', workflow_id, 'workflow_type', workflow_type, 'task_queue', task_queue, 'metadata', metadata,
        'envelope', envelope, 'escalation_payload', escalation_payload, 'on_timeout', on_timeout,
        'timeout', timeout, 'expires_at', rowlock._time_iso(expires_at), 'assigned_to', assigned_to,
        'task_id', task_id, 'work_item_id', work_item_id, 'run_id', run_id, 'origin_id', origin_id,
        'parent_id', parent_id, 'initiated_by', initiated_by, 'trace_id', trace_id, 'span_id', span_id,
        'approvals_required', approvals_required, 'no_self_approval', no_self_approval));
    if v_first.key is not null then
      return row(
        rowlock._escalation_readable(id => v_first.escalation_id, access => v_access),
        v_first.outcome is null)::rowlock.escalation_created;
    end if;
  end if;

  -- A step that is executed again asks once, even when its deadline has passed meanwhile.
  if signal_key is not null then
    v_row := rowlock._escalation_of_key(
      namespace => coalesce(namespace, 'default'), app_id => coalesce(app_id, 'default'),
      signal_key => signal_key, access => v_access);
    if v_row.id is not null then
      return rowlock._escalation_attach(escalation => v_row, idempotency_key => idempotency_key, actor => v_access.actor);
    end if;
  end if;
  perform rowlock._form_metadata_check(role => role, metadata => metadata);
  perform rowlock._escalation_assignee_check(role => role, assigned_to => assigned_to, access => v_access);
  if task_id is not null then
    perform rowlock._task_attach_check(task_id => task_id, access => v_access);
  end if;

  v_new.id := v_id;
  v_new.namespace := namespace;
  v_new.app_id := app_id;
  v_new.signal_key := signal_key;
  v_new.topic := topic;
  v_new.workflow_id := workflow_id;
  v_new.workflow_type := workflow_type;
  v_new.task_queue := task_queue;
  v_new.role := role;
  v_new.type := type;
  v_new.subtype := subtype;
  v_new.entity := entity;
  v_new.priority := priority;
  v_new.description := description;
  v_new.assigned_to := assigned_to;
  v_new.expires_at := rowlock._escalation_deadline(timeout => timeout, expires_at => expires_at, at => v_now);
  v_new.metadata := metadata;
  v_new.envelope := rowlock._argument_payload(field => 'envelope', value => envelope);
  v_new.escalation_payload := rowlock._argument_payload(field => 'escalation_payload', value => escalation_payload);
  v_new.on_timeout := rowlock._argument_payload(field => 'on_timeout', value => on_timeout);
  v_new.task_id := task_id;
  v_new.work_item_id := work_item_id;
  v_new.run_id := run_id;
  v_new.origin_id := origin_id;
  v_new.parent_id := parent_id;
  v_new.initiated_by := initiated_by;
  v_new.trace_id := trace_id;
  v_new.span_id := span_id;
  v_new.approvals_required := approvals_required;
  v_new.no_self_approval := no_self_approval;
  v_new.created_at := v_now;
  if run_id is not null or work_item_id is not null then
    v_new := rowlock._escalation_lineage(escalation => v_new);
  end if;
  v_row := rowlock._escalation_insert(escalation => v_new, access => v_access);
  if v_row.id is not null then
    return row(v_row, true)::rowlock.escalation_created;
  end if;

  -- Somebody asked the same at the same time; the insert waited for that commit.
  v_row := rowlock._escalation_of_key(
    namespace => coalesce(namespace, 'default'), app_id => coalesce(app_id, 'default'),
    signal_key => signal_key, access => v_access);
  return rowlock._escalation_attach(escalation => v_row, idempotency_key => idempotency_key, actor => v_access.actor);
end;
$$;

comment on function rowlock.escalation_create is
  'Ask a question in a role. A signal key that exists brings back its row unchanged, created = false. An answer that signal_send has kept for the key answers it at once, if it may. The same call again under an idempotency_key, for a day, gets the first result and makes no second row. envelope and payloads: JSON, or strings that hold JSON. timeout or expires_at sets the deadline. approvals_required (1 to 100) asks so many different people, no_self_approval somebody else than who creates or initiates it. metadata keeps the metadata_schema of the role, or of the version that its schema_version pins; its form_schema is the row''s own form. A task in task_id must be one that the actor may change. A run in run_id or a work item in work_item_id, which must be there, says the origin and the parent where the call does not. Raises PT400, PT401, PT403, PT404, PT409, PT422.
Example: {"role": "reviewer", "type": "approval", "description": "May we ship order 7?", "signal_key": "ship-7", "escalation_payload": {"order": 7}}';
revoke all on function rowlock.escalation_create from public;
select rowlock._function_grant('escalation_create', 'service', 'user', 'proxy');
