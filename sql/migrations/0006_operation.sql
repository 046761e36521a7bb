-- Operation: timers, the retention of the journal in batches, and what metrics and doctor tell.

create table rowlock.timer (
  name        text primary key,
  function    text not null,
  every       interval not null,
  batch_rows  integer not null,
  enabled     boolean not null default true,
  due_at      timestamptz not null default clock_timestamp(),
  started_at  timestamptz,
  finished_at timestamptz,
  last_rows   bigint,
  last_error  text,
  runs        bigint not null default 0,
  failures    bigint not null default 0,
  streak      integer not null default 0,
  constraint timer_every_range check (every between '100 milliseconds' and '30 days'),
  constraint timer_batch_rows_range check (batch_rows between 1 and 1000000)
) with (fillfactor = 50);
comment on table rowlock.timer is 'Background work: which function is due when, and how its last run ended.';
comment on column rowlock.timer.function is 'Takes max_rows and returns how many it did; a full batch is due again at once.';
comment on column rowlock.timer.every is 'From one start to the next.';
comment on column rowlock.timer.batch_rows is 'What one run may do; small enough for the time-out of the service.';
comment on column rowlock.timer.enabled is 'False: nobody runs it.';
comment on column rowlock.timer.due_at is 'When the next run may start; later after failures.';
comment on column rowlock.timer.started_at is 'Start of the last run.';
comment on column rowlock.timer.finished_at is 'End of the last run, also of one that failed.';
comment on column rowlock.timer.last_rows is 'What the last run did; null: it failed.';
comment on column rowlock.timer.last_error is 'Why the last run failed; null: it did not.';
comment on column rowlock.timer.runs is 'How many runs there were, the failed ones too.';
comment on column rowlock.timer.failures is 'How many of them failed.';
comment on column rowlock.timer.streak is 'How many failed since one that did not.';

insert into rowlock.timer (name, function, every, batch_rows) values
  ('expire', 'escalation_expire', '1 second', 1000),
  ('event_purge', 'event_purge', '1 hour', 50000);

insert into rowlock.setting (name, value) values ('event_retention', '30 days');
alter table rowlock.setting add constraint setting_event_retention_interval
check (case when name = 'event_retention' then value::interval between '0' and '100 years' else true end);

-- It is replaced by one that works in batches.
drop function if exists rowlock.event_purge(interval);

create type rowlock.timer_wait as (
  name text,
  wait double precision
);
comment on type rowlock.timer_wait is 'A timer, and the seconds until it is due; negative: it is late.';

create type rowlock.metric as (
  name   text,
  help   text,
  labels jsonb,
  value  double precision
);
comment on type rowlock.metric is 'One sample for monitoring; a name that ends in _total only grows.';

create type rowlock.doctor_check as (
  name   text,
  state  text,
  found  text,
  advice text
);
comment on type rowlock.doctor_check is 'What was looked at, whether it is ok, warn or fail, what was found, and what to do.';
