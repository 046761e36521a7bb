-- The tally of open rows: how many of each role and type there were at a number of the journal.

-- It is installed anew with a further argument.
drop function if exists rowlock._analytics_rows(jsonb, rowlock.access);

create table rowlock.escalation_fold (
  one_row    boolean primary key default true,
  through    bigint,
  counted_at timestamptz,
  counted_to bigint not null default 0,
  took       interval not null default '0',
  constraint escalation_fold_one_row check (one_row)
) with (fillfactor = 50);
comment on table rowlock.escalation_fold is 'One row: which events are in escalation_fold_count. Written by escalation_fold alone, by no verb.';
comment on column rowlock.escalation_fold.through is 'Every event up to here is counted, and none above; null: nothing is.';
comment on column rowlock.escalation_fold.counted_at is 'When the rows themselves were last counted.';
comment on column rowlock.escalation_fold.counted_to is 'How far the journal was by then.';
comment on column rowlock.escalation_fold.took is 'How long that took; it is not done again before twenty times as long.';
insert into rowlock.escalation_fold default values;

create table rowlock.escalation_fold_count (
  role text not null,
  type text not null,
  open bigint not null,
  constraint escalation_fold_count_pkey primary key (role, type)
) with (fillfactor = 50);
comment on table rowlock.escalation_fold_count is 'How many rows of a role and type were pending, the due ones too, once the events up to escalation_fold.through had happened.';
comment on column rowlock.escalation_fold_count.open is 'Never 0 when a fold is done.';

create table rowlock.escalation_fold_doubt (
  id text primary key
);
comment on table rowlock.escalation_fold_doubt is 'While a row is here, rows were changed past the journal and the tally counts for nothing.';

insert into rowlock.timer (name, function, every, batch_rows) values
  ('fold', 'escalation_fold', '5 seconds', 20000);

create type rowlock.escalation_live_count as (
  role    text,
  type    text,
  pending bigint,
  claimed bigint,
  free    bigint,
  oldest  timestamptz
);
comment on type rowlock.escalation_live_count is
  'Of a role and type: pending rows that are not due, how many of them are held, how many are in the free index (due ones too), and when the oldest of the others that is not due was created.';
