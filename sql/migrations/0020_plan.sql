-- The plan and its runs: projects, work items, hosts, runs, and which status may follow which.

create table rowlock.transition (
  machine     text not null,
  from_status text not null,
  to_status   text not null,
  cause       text not null,
  constraint transition_pkey primary key (machine, from_status, to_status),
  constraint transition_moves check (from_status <> to_status)
);
comment on table rowlock.transition is 'Every edge of the machines that are kept as data; what is not here is refused.';
comment on column rowlock.transition.machine is 'The table whose status it is.';
comment on column rowlock.transition.from_status is 'Where the edge begins.';
comment on column rowlock.transition.to_status is 'Where it ends.';
comment on column rowlock.transition.cause is 'What takes the edge, in words.';

insert into rowlock.transition (machine, from_status, to_status, cause) values
  ('project',   'active',    'archived',  'archive'),
  ('project',   'archived',  'active',    'unarchive'),
  ('work_item', 'todo',      'doing',     'start'),
  ('work_item', 'todo',      'done',      'done elsewhere'),
  ('work_item', 'todo',      'cancelled', 'cancel'),
  ('work_item', 'doing',     'todo',      'defer'),
  ('work_item', 'doing',     'done',      'complete'),
  ('work_item', 'doing',     'cancelled', 'cancel'),
  ('work_item', 'done',      'doing',     'reopen'),
  ('work_item', 'done',      'cancelled', 'cancel, when it is named itself'),
  ('work_item', 'cancelled', 'todo',      'reopen'),
  ('run',       'pending',   'spawning',  'claimed by a host, or dispatched to one'),
  ('run',       'pending',   'failed',    'dispatch timeout'),
  ('run',       'spawning',  'running',   'signal started'),
  ('run',       'spawning',  'failed',    'signal failed, or host lost'),
  ('run',       'running',   'exited',    'signal finished with exit code 0'),
  ('run',       'running',   'failed',    'signal finished or failed, session lost, host lost'),
  ('run',       'running',   'stopped',   'stop'),
  ('run',       'failed',    'pending',   'requeue');

create table rowlock.project (
  id          uuid primary key default gen_random_uuid(),
  name        text not null,
  slug        text not null,
  description text not null default '',
  status      text not null default 'active',
  version     integer not null default 1,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  constraint project_slug_key unique (slug),
  constraint project_slug_shape check (slug ~ '^[a-z0-9]([a-z0-9-]{0,98}[a-z0-9])?$'),
  constraint project_status_known check (status in ('active', 'archived')),
  constraint project_times_finite check (isfinite(created_at) and isfinite(updated_at))
);
comment on table rowlock.project is 'What a tree of work items belongs to. Archived: its structure stands still.';
comment on column rowlock.project.slug is 'Its name in addresses.';
comment on column rowlock.project.version is 'Grows with every change; the event of the change has it.';

create table rowlock.work_item (
  id          uuid primary key default gen_random_uuid(),
  project_id  uuid not null,
  parent_id   uuid,
  kind        text not null,
  title       text not null,
  description text not null default '',
  status      text not null default 'todo',
  assignee    text,
  path        text collate "C" not null,
  sort_order  integer not null default 0,
  version     integer not null default 1,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  constraint work_item_project_id_fkey foreign key (project_id) references rowlock.project (id) on delete cascade,
  constraint work_item_parent_id_fkey foreign key (parent_id) references rowlock.work_item (id) on delete cascade,
  constraint work_item_kind_known check (kind in ('milestone', 'epic', 'task', 'subtask')),
  constraint work_item_status_known check (status in ('todo', 'doing', 'done', 'cancelled')),
  constraint work_item_parent_other check (parent_id <> id),
  -- 100 levels; an index entry must hold a path. As {0,99} the pattern would cost more than all else of an update.
  constraint work_item_path_shape check (path ~ '^[0-9a-f]{8}(/[0-9a-f]{8})*$' and length(path) <= 899),
  constraint work_item_times_finite check (isfinite(created_at) and isfinite(updated_at))
) with (fillfactor = 80);
create index work_item_path_idx on rowlock.work_item (project_id, path);
create index work_item_parent_id_idx on rowlock.work_item (parent_id, sort_order, id) where parent_id is not null;
comment on table rowlock.work_item is 'One item of a plan, in the tree of its project.';
comment on column rowlock.work_item.project_id is 'Its own, and that of its parent and children.';
comment on column rowlock.work_item.id is 'Version 4: the first 8 hex digits are its short id, which version 7 would repeat.';
comment on column rowlock.work_item.assignee is 'A person or team, in words.';
comment on column rowlock.work_item.path is 'The short ids from the root to itself. A help for look-ups and no identity: short ids can collide.';
comment on column rowlock.work_item.sort_order is 'The order among siblings; then by id.';
comment on column rowlock.work_item.version is 'Grows with every change; the event of the change has it.';
comment on index rowlock.work_item_path_idx is 'Serves work_item_subtree and the items of a project; guarded by the plan test of work items.';
comment on index rowlock.work_item_parent_id_idx is 'Serves the children of an item and every walk by links.';

create table rowlock.host (
  id                    uuid primary key default gen_random_uuid(),
  name                  text not null,
  platform              text not null,
  token_fingerprint     text,
  bot_id                uuid,
  status                text not null default 'registered',
  instance_id           uuid,
  instance_suspect      boolean not null default false,
  instance_flagged_at   timestamptz,
  presented_instance_id uuid,
  last_seen_at          timestamptz,
  version               integer not null default 1,
  created_at            timestamptz not null,
  updated_at            timestamptz not null,
  constraint host_bot_id_fkey foreign key (bot_id) references rowlock.user_account (id) on delete set null,
  constraint host_name_key unique (name),
  constraint host_platform_known check (platform in ('macos', 'linux')),
  constraint host_status_known check (status in ('registered', 'online', 'offline', 'disabled')),
  constraint host_flag check (instance_suspect = (instance_flagged_at is not null)),
  constraint host_presented check (instance_suspect = (presented_instance_id is not null)),
  constraint host_suspect_pinned check (not instance_suspect or instance_id is not null),
  constraint host_times_finite check (
    isfinite(created_at) and isfinite(updated_at) and isfinite(last_seen_at) and isfinite(instance_flagged_at))
) with (fillfactor = 80);
create index host_bot_id_idx on rowlock.host (bot_id) where bot_id is not null;
comment on table rowlock.host is 'A machine whose worker claims runs.';
comment on column rowlock.host.platform is 'What the worker runs on; Windows is not served.';
comment on column rowlock.host.token_fingerprint is 'A fingerprint alone; the token itself is never stored.';
comment on column rowlock.host.bot_id is 'The bot that speaks for it; null: operators alone.';
comment on column rowlock.host.instance_id is 'The pinned worker instance; null until the first one that says who it is.';
comment on column rowlock.host.instance_suspect is 'Another instance spoke while the pinned one was alive; an operator ends it.';
comment on column rowlock.host.instance_flagged_at is 'When it became suspect.';
comment on column rowlock.host.presented_instance_id is 'The latest other instance while suspect: what clearing accepts.';
comment on column rowlock.host.last_seen_at is 'The last beat of the pinned instance. In no index: beats are hot updates, and hosts are few.';
comment on column rowlock.host.version is 'Grows with every change but beats.';
comment on index rowlock.host_bot_id_idx is 'Serves the hosts of a bot.';

create table rowlock.run (
  id                uuid primary key default gen_random_uuid(),
  work_item_id      uuid not null,
  host_id           uuid,
  target_host_id    uuid,
  provider          text not null,
  session_name      text not null,
  status            text not null default 'pending',
  attempt           integer not null default 1,
  last_progress_seq bigint,
  failure_reason    text,
  pending_since     timestamptz not null,
  cwd               text not null,
  exit_code         integer,
  origin_id         text not null,
  parent_id         text,
  created_by        uuid,
  version           integer not null default 1,
  started_at        timestamptz,
  finished_at       timestamptz,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  constraint run_work_item_id_fkey foreign key (work_item_id) references rowlock.work_item (id) on delete cascade,
  constraint run_host_id_fkey foreign key (host_id) references rowlock.host (id),
  constraint run_target_host_id_fkey foreign key (target_host_id) references rowlock.host (id) on delete set null,
  constraint run_session_key unique (host_id, session_name),
  constraint run_status_known check (status in ('pending', 'spawning', 'running', 'exited', 'failed', 'stopped')),
  constraint run_failure_reason_known check (failure_reason in (
    'host_lost', 'session_lost', 'spawn_failed', 'restart_exhausted', 'dispatch_timeout', 'no_eligible_host')),
  constraint run_failure_reason_failed check (failure_reason is null or status = 'failed'),
  constraint run_pending_host check (status <> 'pending' or host_id is null),
  constraint run_placed_host check (status in ('pending', 'failed') or host_id is not null),
  constraint run_attempt_positive check (attempt >= 1),
  constraint run_times_finite check (
    isfinite(created_at) and isfinite(updated_at) and isfinite(pending_since)
    and isfinite(started_at) and isfinite(finished_at))
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01);
create index run_work_item_id_idx on rowlock.run (work_item_id, created_at, id);
create index run_pending_idx on rowlock.run (pending_since, id) where status = 'pending';
create index run_placed_idx on rowlock.run (host_id) where status in ('spawning', 'running');
create index run_target_host_id_idx on rowlock.run (target_host_id) where target_host_id is not null;
create index run_origin_id_idx on rowlock.run (origin_id, created_at, id);
comment on table rowlock.run is 'One execution of a task or subtask by an agent in a session on a host, counted in attempts.';
comment on column rowlock.run.provider is 'Which agent is to do it.';
comment on column rowlock.run.session_name is 'A fixed word and the first 8 hex digits of the id.';
comment on column rowlock.run.id is 'Version 4: the first 8 hex digits name its session.';
comment on column rowlock.run.host_id is 'Where it runs or ran last; null while it is pending.';
comment on column rowlock.run.target_host_id is 'The host that was asked for; a preference once that host is not eligible.';
comment on column rowlock.run.attempt is 'Its epoch: grows with each requeue, and fences signals of earlier ones.';
comment on column rowlock.run.last_progress_seq is 'The highest progress that was applied in this attempt.';
comment on column rowlock.run.failure_reason is 'Why it failed otherwise than by its exit code.';
comment on column rowlock.run.pending_since is 'What the dispatch timeout counts from.';
comment on column rowlock.run.cwd is 'The working directory on the host.';
comment on column rowlock.run.exit_code is 'What the command left.';
comment on column rowlock.run.started_at is 'When this attempt began to work.';
comment on column rowlock.run.finished_at is 'When this attempt ended, whichever way.';
comment on column rowlock.run.origin_id is 'The id at the top of the chain: of the root of its work item, unless the caller named one.';
comment on column rowlock.run.parent_id is 'What caused it; an escalation, when an answer started it.';
comment on column rowlock.run.version is 'Grows with every change; the event of the change has it.';
comment on index rowlock.run_work_item_id_idx is 'Serves the runs of a work item, newest first.';
comment on index rowlock.run_pending_idx is 'Serves the dispatch timeout, and whoever asks how much waits; guarded by the plan test of runs.';
comment on index rowlock.run_placed_idx is 'Serves reconciling and the sweep of lost runs.';
comment on index rowlock.run_target_host_id_idx is 'Serves the foreign key.';
comment on index rowlock.run_origin_id_idx is 'Serves the timeline of an origin.';

create table rowlock.processed_signal (
  run_id      uuid not null,
  attempt     integer not null,
  kind        text not null,
  received_at timestamptz not null,
  constraint processed_signal_pkey primary key (run_id, attempt, kind),
  constraint processed_signal_run_id_fkey foreign key (run_id) references rowlock.run (id) on delete cascade,
  constraint processed_signal_kind_known check (kind in ('started', 'finished', 'failed'))
);
comment on table rowlock.processed_signal is 'The ledger of applied one-shot signals: one each attempt and kind.';
comment on column rowlock.processed_signal.attempt is 'The attempt of the run that it belongs to.';
comment on column rowlock.processed_signal.received_at is 'For whoever looks into it later; nothing is decided by it.';

create table rowlock.run_lease (
  run_id      uuid primary key,
  holder      text not null,
  attempt     integer not null,
  acquired_at timestamptz not null,
  expires_at  timestamptz not null,
  constraint run_lease_run_id_fkey foreign key (run_id) references rowlock.run (id) on delete cascade,
  constraint run_lease_interval check (expires_at > acquired_at),
  constraint run_lease_times_finite check (isfinite(acquired_at) and isfinite(expires_at))
);
create index run_lease_expires_at_idx on rowlock.run_lease (expires_at);
comment on table rowlock.run_lease is 'Who is attached to the session of a run.';
comment on column rowlock.run_lease.holder is 'Who is attached, in words.';
comment on column rowlock.run_lease.attempt is 'The attempt of the run when it was acquired.';
comment on column rowlock.run_lease.acquired_at is 'When the holder attached first.';
comment on index rowlock.run_lease_expires_at_idx is 'Serves the sweep of leases that ran out.';
