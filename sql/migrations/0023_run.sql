-- Runs: what their verbs answer, the queue of each host, and the sweeps.

create type rowlock.run_outcome as (
  outcome text,
  run     rowlock.run
);
comment on type rowlock.run_outcome is 'What became of the call, and the run as it is then.';

create type rowlock.run_page as (
  items jsonb,
  next  text
);
comment on type rowlock.run_page is 'Records of runs, and the cursor of the next page; null: it was the last.';

create type rowlock.run_walk as (
  items  jsonb,
  places jsonb,
  walked bigint,
  last   jsonb
);
comment on type rowlock.run_walk is
  'One step of a list: records, the place of each, how many runs were looked at, and the place of the last of these.';

-- One queue each target, and one for the runs that may go anywhere.
create index run_target_idx on rowlock.run (target_host_id, pending_since, id) where status = 'pending';
create index run_created_at_idx on rowlock.run (created_at, id);
create index run_restart_idx on rowlock.run (finished_at, id)
where status = 'failed' and (
  failure_reason is null or failure_reason not in ('dispatch_timeout', 'no_eligible_host', 'restart_exhausted'));
comment on index rowlock.run_target_idx is
  'Serves run_claim: the queue of a host, and the queue of all; guarded by the plan test of runs.';
comment on index rowlock.run_created_at_idx is 'Serves the list of runs, newest first.';
comment on index rowlock.run_restart_idx is 'Serves run_sweep_restarts; a run leaves it as soon as that has looked at it.';

insert into rowlock.topic_catalog (topic, description, category, source) values
  ('run.created', 'A run waits for a host.', 'run', 'run_create'),
  ('run.spawning', 'A host has taken a run, or was given it.', 'run', 'run_claim'),
  ('run.started', 'A run is at work.', 'run', 'run_signal'),
  ('run.finished', 'The command of a run ended, by its exit code.', 'run', 'run_signal'),
  ('run.failed', 'A run failed otherwise than by its exit code.', 'run', 'run_signal'),
  ('run.stopped', 'A run was stopped.', 'run', 'run_stop'),
  ('run.signal_received', 'A process signal was sent to the session of a run.', 'run', 'run_interrupt'),
  ('run.output_appended', 'A run wrote output; how much, never what.', 'run', 'run_signal'),
  ('run.lease_acquired', 'Somebody attached to the session of a run.', 'run', 'run_lease_acquire'),
  ('run.lease_released', 'Nobody is attached to it any more.', 'run', 'run_lease_release');

insert into rowlock.setting (name, value) values
  ('run_dispatch_timeout', '5 minutes'),
  ('run_max_attempts', '3');
alter table rowlock.setting add constraint setting_run_dispatch_timeout_interval
check (case when name = 'run_dispatch_timeout' then value::interval between '1 second' and '100 years' else true end);
alter table rowlock.setting add constraint setting_run_max_attempts_range
check (case when name = 'run_max_attempts' then value::integer between 1 and 1000 else true end);

insert into rowlock.timer (name, function, every, batch_rows) values
  ('run_dispatch', 'run_sweep_dispatch_timeouts', '5 seconds', 500),
  ('run_lease', 'run_lease_sweep', '5 seconds', 500),
  ('run_lost', 'run_sweep_lost', '5 seconds', 500),
  ('run_restart', 'run_sweep_restarts', '5 seconds', 500);
