-- Questions of runs: which row stands for a wait key, and in which order a run's questions were settled.

create table rowlock.ask (
  run_id        uuid not null,
  wait_key      text not null,
  ask_no        integer not null,
  escalation_id uuid not null,
  attempt       integer not null,
  sha256        bytea not null,
  answer_no     integer,
  dropped       boolean not null default false,
  created_at    timestamptz not null,
  constraint ask_pkey primary key (run_id, wait_key, ask_no),
  constraint ask_escalation_id_key unique (escalation_id),
  constraint ask_answer_no_key unique (run_id, answer_no),
  constraint ask_run_id_fkey foreign key (run_id) references rowlock.run (id) on delete cascade,
  constraint ask_numbers_positive check (ask_no >= 1 and attempt >= 1 and answer_no >= 1),
  constraint ask_times_finite check (isfinite(created_at))
) with (fillfactor = 80);
create index ask_open_idx on rowlock.ask (run_id) where answer_no is null;
comment on table rowlock.ask is
  'What a run has asked under its wait keys. Of a key at most one row is pending; its answer stands in the row itself.';
comment on column rowlock.ask.wait_key is 'The name of the step that asks, in the words of the run.';
comment on column rowlock.ask.ask_no is 'Grows when another question is asked under the key.';
comment on column rowlock.ask.escalation_id is 'The row; without a foreign key, because rows go to tables of their months.';
comment on column rowlock.ask.attempt is 'The attempt of the run that asked first.';
comment on column rowlock.ask.sha256 is 'The digest of what was asked: the same again is the same question.';
comment on column rowlock.ask.answer_no is 'The place of its outcome in the inbox of the run; null until somebody reads it there.';
comment on column rowlock.ask.dropped is 'It was called off because the run asked anew or ended, which answers nothing.';
comment on column rowlock.ask.created_at is 'When it was asked first.';
comment on index rowlock.ask_open_idx is 'Serves run_answers: what has no place in the inbox yet.';

alter table rowlock.role add column run_self_approval boolean not null default false;
comment on column rowlock.role.run_self_approval is 'Whether a run may answer what it asked itself.';

create type rowlock.run_asked as (
  outcome    text,
  payload    jsonb,
  created    boolean,
  escalation rowlock.escalation
);
comment on type rowlock.run_asked is
  'What became of a question: pending, resolved, cancelled, expired, with the answer; or stale, with no row: another attempt runs.';

create type rowlock.run_inbox as (
  outcome text,
  answers jsonb,
  next    integer,
  status  text,
  attempt integer
);
comment on type rowlock.run_inbox is
  'Settled questions of a run after a cursor. outcome: answers; pending, none yet; ended, none, and the run asks no more; stale, another attempt runs.';
