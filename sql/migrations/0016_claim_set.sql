-- Verbs on many rows: what they return, and the event of a changed priority.

create type rowlock.escalation_bulk as (
  ids     uuid[],
  skipped jsonb
);
comment on type rowlock.escalation_bulk is
  'The rows that a verb on many changed, by id, and [{id, reason}] of those that it left as they were.';

insert into rowlock.topic_catalog (topic, description, category, source) values
  ('escalation.prioritized', 'A row became more or less urgent.', 'escalation', 'escalation_priority');

create type rowlock.escalation_group as (
  origin_id text,
  members   rowlock.escalation[]
);
comment on type rowlock.escalation_group is 'An origin, and all its rows of one role.';

create type rowlock.escalation_group_lock as (
  origin_id text,
  ids       uuid[]
);
comment on type rowlock.escalation_group_lock is 'An origin, and the ids of its locked rows.';
