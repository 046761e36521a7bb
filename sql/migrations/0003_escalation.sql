-- The escalation row: queue entry, claim lock, mailbox, audit record and interval in one.

create table rowlock.escalation (
  id                 uuid primary key,
  namespace          text not null default 'default',
  app_id             text not null default 'default',
  signal_key         text,
  topic              text,
  workflow_id        text,
  workflow_type      text,
  task_queue         text,
  role               text not null default '',
  type               text not null,
  subtype            text not null default '',
  entity             text,
  priority           integer not null default 2,
  description        text,
  status             text not null default 'pending',
  assigned_to        uuid,
  assigned_until     timestamptz,
  claimed_at         timestamptz,
  claim_no           integer not null default 0,
  last_holder        uuid,
  version            integer not null default 1,
  resolved_at        timestamptz,
  resolved_by        uuid,
  expires_at         timestamptz,
  ended_at           timestamptz,
  metadata           jsonb not null default '{}',
  envelope           jsonb,
  escalation_payload jsonb,
  resolver_payload   jsonb,
  on_timeout         jsonb,
  task_id            uuid,
  work_item_id       uuid,
  run_id             uuid,
  origin_id          text,
  parent_id          text,
  initiated_by       text,
  created_by         uuid,
  milestones         jsonb not null default '[]',
  trace_id           text,
  span_id            text,
  created_at         timestamptz not null,
  updated_at         timestamptz not null,
  constraint escalation_status_known check (status in ('pending', 'resolved', 'cancelled', 'expired')),
  constraint escalation_priority_range check (priority between 1 and 9),
  constraint escalation_metadata_object check (jsonb_typeof(metadata) = 'object'),
  constraint escalation_milestones_array check (jsonb_typeof(milestones) = 'array'),
  constraint escalation_open_or_ended check ((status = 'pending') = (ended_at is null)),
  constraint escalation_resolved_stamp check ((status = 'resolved') = (resolved_at is not null)),
  constraint escalation_interval check (ended_at >= created_at),
  constraint escalation_deadline check (expires_at > created_at),
  constraint escalation_lease_holder check (assigned_until is null or assigned_to is not null),
  constraint escalation_times_finite check (
    isfinite(created_at) and isfinite(updated_at) and isfinite(assigned_until) and isfinite(claimed_at)
    and isfinite(resolved_at) and isfinite(expires_at) and isfinite(ended_at)
  )
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01);

comment on table rowlock.escalation is
  'A question that a person, an agent or a machine must settle; the interval [created_at, ended_at).';
comment on column rowlock.escalation.id is 'Version 7, for locality; nothing orders by id alone.';
comment on column rowlock.escalation.signal_key is 'Set on waiter rows: one row per wait.';
comment on column rowlock.escalation.role is 'The queue, by name; empty: unrouted, seen by global callers only.';
comment on column rowlock.escalation.priority is 'Lower is more urgent.';
comment on column rowlock.escalation.assigned_until is 'End of the claim; null with assigned_to set: routed to a person, not locked.';
comment on column rowlock.escalation.claimed_at is 'Start of the present holder''s claim; kept when it is extended.';
comment on column rowlock.escalation.claim_no is 'Fencing token: grows each time claimed_at is set.';
comment on column rowlock.escalation.last_holder is 'Whose claim lapsed and was swept; cleared by release and reassignment.';
comment on column rowlock.escalation.version is 'Grows with every transition.';
comment on column rowlock.escalation.expires_at is 'Deadline; a row past it is closed to everybody even before the sweep stamps it.';
comment on column rowlock.escalation.metadata is 'Facets; reserved keys: schema_version, form_schema.';
comment on column rowlock.escalation.on_timeout is 'What a waiter gets when the row expires.';
comment on column rowlock.escalation.milestones is 'Audit notes [{at, by, what, …}]; the one thing a terminal row may gain.';

create index escalation_free_idx on rowlock.escalation (role, priority, created_at, id)
  where status = 'pending' and assigned_until is null;
create index escalation_leased_idx on rowlock.escalation (role, assigned_until)
  where status = 'pending' and assigned_until is not null;
create index escalation_mine_idx on rowlock.escalation (assigned_to)
  where status = 'pending' and assigned_to is not null;
create unique index escalation_signal_key_idx on rowlock.escalation (namespace, app_id, signal_key)
  where signal_key is not null;
create index escalation_metadata_idx on rowlock.escalation
  using gin (metadata jsonb_path_ops) with (fastupdate = on, gin_pending_list_limit = 256);
create index escalation_origin_id_idx on rowlock.escalation (origin_id) where origin_id is not null;
create index escalation_task_id_idx on rowlock.escalation (task_id) where task_id is not null;
create index escalation_work_item_id_idx on rowlock.escalation (work_item_id) where work_item_id is not null;
create index escalation_workflow_id_idx on rowlock.escalation (workflow_id) where workflow_id is not null;
create index escalation_run_id_idx on rowlock.escalation (run_id) where run_id is not null;
create index escalation_entity_idx on rowlock.escalation (entity) where entity is not null;
create index escalation_created_at_idx on rowlock.escalation (created_at, role);
create index escalation_role_ended_idx on rowlock.escalation (role, ended_at)
  include (created_at, claimed_at, type, status) where ended_at is not null;
create index escalation_ended_idx on rowlock.escalation (ended_at) where ended_at is not null;
create index escalation_due_idx on rowlock.escalation (expires_at)
  where status = 'pending' and expires_at is not null;

comment on index rowlock.escalation_free_idx is 'Serves claim_next and queue pages; guarded by the plan test of claim_next.';
comment on index rowlock.escalation_leased_idx is 'Serves lapsed candidates and release_expired; guarded by the plan test of claim_next.';
comment on index rowlock.escalation_mine_idx is 'Serves what I hold and self-scoped claims; guarded by the plan test of search.';
comment on index rowlock.escalation_signal_key_idx is 'One row per wait; serves create and resolve by signal key.';
comment on index rowlock.escalation_metadata_idx is 'Serves facet look-ups.';
comment on index rowlock.escalation_origin_id_idx is 'Serves groups and the search for an origin.';
comment on index rowlock.escalation_task_id_idx is 'Serves the rows of a task.';
comment on index rowlock.escalation_work_item_id_idx is 'Serves the rows of a work item.';
comment on index rowlock.escalation_workflow_id_idx is 'Serves the rows of a workflow and the search for one.';
comment on index rowlock.escalation_run_id_idx is 'Serves the rows of a run.';
comment on index rowlock.escalation_entity_idx is 'Serves the rows of an entity.';
comment on index rowlock.escalation_created_at_idx is 'Serves lists by time of creation.';
comment on index rowlock.escalation_role_ended_idx is 'Serves what a role finished in a window.';
comment on index rowlock.escalation_ended_idx is 'Serves what ended in a window.';
comment on index rowlock.escalation_due_idx is 'Serves the sweep of due rows; guarded by the plan test of expire.';

create type rowlock.escalation_created as (
  escalation rowlock.escalation,
  created    boolean
);
comment on type rowlock.escalation_created is 'The row, and whether this call made it (false: its signal key existed).';

create type rowlock.escalation_claimed as (
  escalation   rowlock.escalation,
  is_extension boolean
);
comment on type rowlock.escalation_claimed is 'The row, and whether a live claim of the caller was prolonged.';

create type rowlock.escalation_page as (
  items        jsonb,
  total        bigint,
  total_capped boolean,
  next         text
);
comment on type rowlock.escalation_page is 'Records of a page, how many match in all, and the cursor of the next page.';

create type rowlock.escalation_imported as (
  created  integer,
  existing integer,
  users    integer,
  roles    integer
);
comment on type rowlock.escalation_imported is 'How many rows, people and roles an import made, and how many rows it knew.';
