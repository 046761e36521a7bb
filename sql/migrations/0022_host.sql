-- Hosts: what registering and beating answer, the topics of workers, and keys that are for one kind of route.

-- It has one argument more: the kind of route that is asked.
drop function if exists rowlock.api_key_verify(text, bytea, text);

create type rowlock.host_beat as (
  host    rowlock.host,
  outcome text,
  created boolean
);
comment on type rowlock.host_beat is
  'The host, what was made of the instance (alive, pinned, recognized, flagged, reinstalled, suspect), and whether this call made the host.';

create type rowlock.host_cleared as (
  host    rowlock.host,
  cleared boolean
);
comment on type rowlock.host_cleared is 'The host, and whether it was suspect until this call.';

create type rowlock.host_page as (
  items jsonb,
  next  text
);
comment on type rowlock.host_page is 'Records of a page, and the cursor of the next one.';

create table rowlock.host_orphan (
  host_id      uuid not null,
  session_name text not null,
  detected_at  timestamptz not null,
  constraint host_orphan_pkey primary key (host_id, session_name),
  constraint host_orphan_host_id_fkey foreign key (host_id) references rowlock.host (id) on delete cascade
);
comment on table rowlock.host_orphan is 'Sessions without a run that a host has: each is told once, and forgotten when it is gone or has a run.';
comment on column rowlock.host_orphan.host_id is 'Where it is.';
comment on column rowlock.host_orphan.session_name is 'As the worker listed it.';
comment on column rowlock.host_orphan.detected_at is 'When it was told.';

create type rowlock.host_report as (
  host_id   uuid,
  lost      jsonb,
  orphans   jsonb,
  anomalies jsonb
);
comment on type rowlock.host_report is
  'What comparing runs and sessions found: runs that failed, sessions without a run, and runs of items that are no tasks.';

insert into rowlock.topic_catalog (topic, description, category, source) values
  ('worker.registered', 'A host registered, or a beat brought it online.', 'worker', 'host_register'),
  ('worker.offline', 'A host was not heard of for 90 seconds.', 'worker', 'host_sweep_offline'),
  ('worker.instance_suspect', 'Another instance spoke for a host while the pinned one was alive.', 'worker',
   'host_heartbeat'),
  ('worker.instance_reinstalled', 'Another instance took over a host whose pinned one was gone; the host is online.',
   'worker', 'host_heartbeat'),
  ('run.orphan_detected', 'A host has a session that is of none of its runs; it is left alone.', 'run',
   'host_reconcile');

insert into rowlock.timer (name, function, every, batch_rows) values
  ('host_offline', 'host_sweep_offline', '5 seconds', 500);
