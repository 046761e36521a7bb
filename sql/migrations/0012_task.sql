-- Tasks: the jobs that raise escalations, and the processes that they make up.

create table rowlock.task (
  id                 uuid primary key,
  workflow_id        text not null,
  workflow_type      text not null,
  lt_type            text,
  task_queue         text,
  status             text not null default 'pending',
  priority           integer not null default 2,
  signal_id          text,
  parent_workflow_id text,
  origin_id          text not null,
  parent_id          text,
  escalation_id      uuid,
  envelope           jsonb,
  metadata           jsonb not null default '{}',
  data               jsonb,
  error              jsonb,
  milestones         jsonb not null default '[]',
  trace_id           text,
  span_id            text,
  initiated_by       uuid not null,
  principal_type     text not null,
  version            integer not null default 1,
  started_at         timestamptz,
  completed_at       timestamptz,
  created_at         timestamptz not null,
  updated_at         timestamptz not null,
  constraint task_workflow_id_key unique (workflow_id),
  constraint task_status_known check (
    status in ('pending', 'in_progress', 'needs_intervention', 'completed', 'failed', 'cancelled')),
  constraint task_principal_type_known check (principal_type in ('user', 'bot')),
  constraint task_priority_range check (priority between 1 and 9),
  constraint task_metadata_object check (jsonb_typeof(metadata) = 'object'),
  constraint task_data_object check (jsonb_typeof(data) = 'object'),
  constraint task_error_object check (jsonb_typeof(error) = 'object'),
  constraint task_milestones_array check (jsonb_typeof(milestones) = 'array'),
  constraint task_completed_stamp check (
    (status in ('completed', 'failed', 'cancelled')) = (completed_at is not null)),
  constraint task_started_stamp check (
    (status <> 'in_progress' or started_at is not null) and (status <> 'pending' or started_at is null)),
  constraint task_failed_error check (status <> 'failed' or error is not null),
  constraint task_interval check (
    started_at >= created_at is not false and completed_at >= created_at is not false
    and completed_at >= started_at is not false),
  constraint task_times_finite check (
    isfinite(created_at) and isfinite(updated_at) and isfinite(started_at) and isfinite(completed_at))
) with (autovacuum_vacuum_scale_factor = 0.01);

comment on table rowlock.task is 'A job of somebody''s, and what it raises: escalations name it in task_id. The interval [created_at, completed_at).';
comment on column rowlock.task.id is 'Version 7, for locality; nothing orders by id alone.';
comment on column rowlock.task.workflow_id is 'The job''s name in the world: one task each.';
comment on column rowlock.task.lt_type is 'What kind of task it is, in words of the caller''s own.';
comment on column rowlock.task.priority is 'Lower is more urgent.';
comment on column rowlock.task.signal_id is 'What the job is waiting for, in words of the caller''s own.';
comment on column rowlock.task.parent_workflow_id is 'The job that started this one.';
comment on column rowlock.task.origin_id is 'The process: all tasks of one origin. A task that names none is its own.';
comment on column rowlock.task.escalation_id is 'The row that the task was opened for by triage.';
comment on column rowlock.task.data is 'What the job knows or made; for the initiator, admins and global callers.';
comment on column rowlock.task.error is 'What went wrong, an object; for the initiator, admins and global callers.';
comment on column rowlock.task.milestones is 'What happened on the way [{at, by, what, detail}]; the one thing that an ended task may gain.';
comment on column rowlock.task.principal_type is 'What initiated_by was when the task was opened: a user or a bot.';
comment on column rowlock.task.version is 'Grows with every change; the event of the change has it.';
comment on column rowlock.task.started_at is 'When it was first in progress; null: it never was.';
comment on column rowlock.task.completed_at is 'When it ended, whichever way.';

create index task_created_at_idx on rowlock.task (created_at, id);
create index task_status_idx on rowlock.task (status, created_at, id);
create index task_workflow_type_idx on rowlock.task (workflow_type, created_at, id);
create index task_initiated_by_idx on rowlock.task (initiated_by, created_at, id);
create index task_origin_id_idx on rowlock.task (origin_id, created_at, id);
create index task_parent_workflow_id_idx on rowlock.task (parent_workflow_id, created_at, id)
  where parent_workflow_id is not null;
comment on index rowlock.task_created_at_idx is 'Serves task_list and process_list; guarded by the plan test of tasks.';
comment on index rowlock.task_status_idx is 'Serves task_list by one status; guarded by the plan test of tasks.';
comment on index rowlock.task_workflow_type_idx is 'Serves task_list by workflow_type; guarded by the plan test of tasks.';
comment on index rowlock.task_initiated_by_idx is 'Serves task_list by initiated_by; guarded by the plan test of tasks.';
comment on index rowlock.task_origin_id_idx is 'Serves processes, siblings and task_list by origin; guarded by the plan test of tasks.';
comment on index rowlock.task_parent_workflow_id_idx is 'Serves task_list by parent_workflow_id; guarded by the plan test of tasks.';

create type rowlock.task_opened as (
  task    rowlock.task,
  whole   boolean,
  created boolean
);
comment on type rowlock.task_opened is 'The task, whether the caller sees its payloads, and whether this call made it.';

create type rowlock.task_view as (
  task        rowlock.task,
  whole       boolean,
  escalations jsonb
);
comment on type rowlock.task_view is 'A task, whether the caller sees its payloads, and the records of its rows in the caller''s scope.';

create type rowlock.task_page as (
  items jsonb,
  next  text
);
comment on type rowlock.task_page is 'Records of a page, and the cursor of the next one.';

create type rowlock.task_walk as (
  items  jsonb,
  places jsonb,
  walked integer,
  last   jsonb
);
comment on type rowlock.task_walk is 'One step of a list: the records found, the place of each, how many rows were looked at, and the place of the last.';

create type rowlock.escalation_triaged as (
  resolved uuid[],
  tasks    jsonb,
  skipped  jsonb
);
comment on type rowlock.escalation_triaged is
  'Which rows triage resolved, the task of each that went to triage [{escalation_id, task_id, status, created}], and why the others were left [{id, reason}].';

create type rowlock.process_info as (
  origin_id          text,
  status             text,
  workflow_type      text,
  tasks              bigint,
  open               bigint,
  needs_intervention bigint,
  completed          bigint,
  failed             bigint,
  cancelled          bigint,
  escalations        bigint,
  escalations_open   bigint,
  started_at         timestamptz,
  ended_at           timestamptz
);
comment on type rowlock.process_info is 'What the tasks and rows of one origin come to, as far as the caller sees them.';

create type rowlock.process_view as (
  process rowlock.process_info,
  tasks   jsonb
);
comment on type rowlock.process_view is 'A process with the records of its tasks, oldest first.';

insert into rowlock.topic_catalog (topic, description, category, source) values
  ('task.created', 'A task was opened.', 'task', 'task_open'),
  ('task.started', 'A task went from pending to in_progress.', 'task', 'task_patch'),
  ('task.escalated', 'A task needs intervention.', 'task', 'task_patch'),
  ('task.updated', 'A task was changed in another way.', 'task', 'task_patch'),
  ('task.milestone', 'A milestone was appended to a task.', 'task', 'task_milestone'),
  ('task.completed', 'A task ended well.', 'task', 'task_complete'),
  ('task.failed', 'A task ended with an error.', 'task', 'task_fail'),
  ('task.cancelled', 'A task was called off.', 'task', 'task_patch');
