-- Retention: what is kept for how long, what was removed, and who still has to read the journal.

create table rowlock.retention_subject (
  subject      text primary key,
  actions      text[] not null,
  least_age    interval not null,
  counted_from text not null
);
comment on table rowlock.retention_subject is 'What a rule may be about.';
comment on column rowlock.retention_subject.subject is 'A kind of rows.';
comment on column rowlock.retention_subject.actions is 'What may be done with them.';
comment on column rowlock.retention_subject.least_age is 'The lowest older_than that a rule may have.';
comment on column rowlock.retention_subject.counted_from is 'What older_than counts from, in words.';

insert into rowlock.retention_subject (subject, actions, least_age, counted_from) values
  ('escalation',      '{archive,delete}', '1 day', 'the end of the row'),
  ('event',           '{delete}',         '0',     'when it was journaled'),
  ('credential',      '{delete}',         '0',     'when it expired'),
  ('idempotency_key', '{delete}',         '0',     'when it expired'),
  ('signal',          '{delete}',         '0',     'when it expired'),
  ('run_ledger',      '{delete}',         '1 day', 'the end of the run'),
  ('retention_run',   '{delete}',         '1 day', 'the end of it');

create table rowlock.retention_rule (
  name           text primary key,
  subject        text not null,
  action         text not null,
  older_than     interval not null,
  enabled        boolean not null default true,
  every          interval not null default '1 hour',
  batch_rows     integer not null default 1000,
  past_consumers boolean not null default false,
  version        integer not null default 1,
  due_at         timestamptz not null default clock_timestamp(),
  started_at     timestamptz,
  finished_at    timestamptz,
  run_id         bigint,
  streak         integer not null default 0,
  created_at     timestamptz not null default clock_timestamp(),
  updated_at     timestamptz not null default clock_timestamp(),
  constraint retention_rule_name_shape check (name ~ '^[a-z][a-z0-9_-]*$' and length(name) <= 200),
  constraint retention_rule_subject_fkey foreign key (subject) references rowlock.retention_subject (subject),
  constraint retention_rule_action_known check (action in ('archive', 'delete')),
  constraint retention_rule_older_than_range check (older_than between '0' and '100 years'),
  constraint retention_rule_every_range check (every between '1 minute' and '30 days'),
  constraint retention_rule_batch_rows_range check (batch_rows between 1 and 100000),
  constraint retention_rule_past_consumers_event check (not past_consumers or subject = 'event')
) with (fillfactor = 50);
create index retention_rule_subject_idx on rowlock.retention_rule (subject);
comment on table rowlock.retention_rule is 'How long rows are kept; what no enabled rule is about is kept for ever.';
comment on column rowlock.retention_rule.subject is 'The kind of rows.';
comment on column rowlock.retention_rule.action is 'delete, or archive: move aside, and go on reading it.';
comment on column rowlock.retention_rule.older_than is 'How long they are kept; retention_subject says from when on.';
comment on column rowlock.retention_rule.enabled is 'False: nobody runs it, unless it is named.';
comment on column rowlock.retention_rule.every is 'From one start to the next.';
comment on column rowlock.retention_rule.batch_rows is 'How many rows go in one transaction.';
comment on column rowlock.retention_rule.past_consumers is 'Events go although a declared consumer has not read them.';
comment on column rowlock.retention_rule.version is 'Grows with every change of what the rule says.';
comment on column rowlock.retention_rule.due_at is 'When the next batch may start.';
comment on column rowlock.retention_rule.started_at is 'Start of the last batch.';
comment on column rowlock.retention_rule.finished_at is 'End of the last batch, also of one that failed.';
comment on column rowlock.retention_rule.run_id is 'The run that goes on, while there is more to do.';
comment on column rowlock.retention_rule.streak is 'How many batches failed since one that did not.';
comment on index rowlock.retention_rule_subject_idx is 'Serves the foreign key.';

create table rowlock.retention_run (
  id          bigint generated always as identity primary key,
  rule        text not null,
  subject     text not null,
  action      text not null,
  started_at  timestamptz not null,
  finished_at timestamptz,
  batches     integer not null,
  row_count   bigint not null,
  held_by     text,
  error_state text,
  error       text,
  actor       uuid
);
create index retention_run_finished_at_idx on rowlock.retention_run (finished_at);
comment on table rowlock.retention_run is 'What a rule did; a run of the timer that had nothing to do leaves no row.';
comment on column rowlock.retention_run.rule is 'Its name then; the rule may be another by now, or gone.';
comment on column rowlock.retention_run.subject is 'Its kind of rows then.';
comment on column rowlock.retention_run.action is 'What it did with them.';
comment on column rowlock.retention_run.started_at is 'Start of the first batch.';
comment on column rowlock.retention_run.finished_at is 'End of the last batch; null: there is more to do.';
comment on column rowlock.retention_run.batches is 'How many there were, the failed one too.';
comment on column rowlock.retention_run.row_count is 'How many rows went.';
comment on column rowlock.retention_run.held_by is 'The consumer that the last batch stopped at.';
comment on column rowlock.retention_run.error_state is 'The SQLSTATE of why it failed; null: it did not.';
comment on column rowlock.retention_run.error is 'The same in words; never a value of a row.';
comment on column rowlock.retention_run.actor is 'Who asked for it; null: the timer.';
comment on index rowlock.retention_run_finished_at_idx is 'Serves the removal of old runs.';

create type rowlock.retention_report as (
  rule        text,
  subject     text,
  action      text,
  outcome     text,
  row_count   bigint,
  held_by     text,
  error_state text,
  error       text
);
comment on type rowlock.retention_report is
  'What became of a rule: done; more, a batch was full; counted, so many would go; busy, another run is at it; left, the time was over; failed, and why.';

create type rowlock.retention_run_page as (
  items jsonb,
  next  text
);
comment on type rowlock.retention_run_page is 'Runs, the latest first, and the cursor of the next page; null: it was the last.';

create table rowlock.event_consumer (
  name       text primary key,
  seq        bigint not null,
  max_lag    interval,
  user_id    uuid,
  heard_at   timestamptz not null,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint event_consumer_name_shape check (name ~ '^[a-z][a-z0-9_-]*$' and length(name) <= 200),
  constraint event_consumer_seq_range check (seq >= 0),
  constraint event_consumer_max_lag_range check (max_lag between '1 minute' and '100 years'),
  constraint event_consumer_user_id_fkey foreign key (user_id) references rowlock.user_account (id) on delete set null
) with (fillfactor = 50);
create index event_consumer_user_id_idx on rowlock.event_consumer (user_id) where user_id is not null;
comment on table rowlock.event_consumer is 'Who said that they read the journal: retention stops at the slowest of them.';
comment on column rowlock.event_consumer.seq is 'They are done with every event up to here.';
comment on column rowlock.event_consumer.max_lag is 'Not heard of for so long they hold nothing back; null: they always do.';
comment on column rowlock.event_consumer.user_id is 'Who may say so, beside global accounts.';
comment on column rowlock.event_consumer.heard_at is 'When they last said so.';
comment on index rowlock.event_consumer_user_id_idx is 'Serves the foreign key.';

-- From the oldest on: what was looked at and stays is little.
create index processed_signal_received_at_idx on rowlock.processed_signal (received_at);
comment on index rowlock.processed_signal_received_at_idx is 'Serves the retention of ledgers.';

-- What timers and a setting said of retention, rules say from here on, and it is the same.
insert into rowlock.retention_rule (name, subject, action, older_than, enabled, every, batch_rows)
select
  'events',
  'event',
  'delete',
  coalesce(max(s.value::interval), '30 days'),
  t.enabled,
  greatest(t.every, '1 minute'),
  least(t.batch_rows, 100000)
from rowlock.timer t
left join rowlock.setting s on s.name = 'event_retention'
where t.name = 'event_purge'
group by t.name;
insert into rowlock.retention_rule (name, subject, action, older_than, enabled, every, batch_rows)
select
  n.name,
  n.subject,
  'delete',
  '0',
  t.enabled,
  greatest(t.every, '1 minute'),
  least(t.batch_rows, 100000)
from rowlock.timer t
join (
  values ('credential_purge', 'credentials', 'credential'), ('signal_purge', 'signals', 'signal')
) n (timer, name, subject) on t.name = n.timer;
insert into rowlock.retention_rule (name, subject, action, older_than, enabled) values
  ('idempotency-keys', 'idempotency_key', 'delete', '0', true),
  ('retention-runs', 'retention_run', 'delete', '90 days', true),
  ('run-ledgers', 'run_ledger', 'delete', '90 days', false),
  ('escalations-archive', 'escalation', 'archive', '90 days', false),
  ('escalations-delete', 'escalation', 'delete', '7 years', false);
delete from rowlock.timer t
where t.name in ('event_purge', 'credential_purge', 'signal_purge');
alter table rowlock.setting drop constraint setting_event_retention_interval;
delete from rowlock.setting s
where s.name = 'event_retention';
insert into rowlock.timer (name, function, every, batch_rows) values
  ('retention', 'retention_sweep', '1 minute', 1),
  ('signal_deliver', 'signal_deliver', '1 minute', 1000);

insert into rowlock.topic_catalog (topic, description, category, source) values
  ('retention.changed', 'A rule of retention was made, changed or deleted.', 'retention', 'retention_rule_put'),
  ('retention.ran', 'A run of retention ended, and removed something or failed.', 'retention', 'retention_run');

-- Each is installed anew with a further argument.
drop function if exists rowlock.event_purge(interval, integer);
drop function if exists rowlock.event_purge_count(interval);
drop function if exists rowlock.credential_purge(integer);
drop function if exists rowlock.signal_purge(integer);
