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

insert into rowlock.topic_catalog (topic, description, category, source) values
  ('worker.registered', 'A host registered, or a beat brought it online.', 'worker', 'host_register'),
  ('worker.instance_suspect', 'Another instance spoke for a host while the pinned one was alive.', 'worker', 'host_heartbeat'),
  ('worker.instance_reinstalled', 'Another instance took over a host whose pinned one was gone; the host is online.', 'worker', 'host_heartbeat');
