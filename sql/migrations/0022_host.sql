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

insert into rowlock.topic_catalog (topic, description, category, source) values
  ('worker.registered', 'A host registered, or a beat brought it online.', 'worker', 'host_register'),
  ('worker.offline', 'A host was not heard of for 90 seconds.', 'worker', 'host_sweep_offline'),
  ('worker.instance_suspect', 'Another instance spoke for a host while the pinned one was alive.', 'worker', 'host_heartbeat'),
  ('worker.instance_reinstalled', 'Another instance took over a host whose pinned one was gone; the host is online.', 'worker', 'host_heartbeat');

insert into rowlock.timer (name, function, every, batch_rows) values
  ('host_offline', 'host_sweep_offline', '5 seconds', 500);
