-- Waits: what a waiter is told, and answers that come before their question.

create type rowlock.wait as (
  outcome       text,
  payload       jsonb,
  escalation_id uuid
);
comment on type rowlock.wait is
  'Where a wait is: pending, resolved, cancelled or expired; the outcome and not the payload says whether there is an answer.';

-- Logged: the sender was told that it is kept.
create table rowlock.signal (
  namespace  text not null,
  app_id     text not null,
  signal_key text not null,
  sender     uuid not null,
  payload    jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint signal_pkey primary key (namespace, app_id, signal_key, sender),
  constraint signal_interval check (expires_at > created_at and isfinite(created_at) and isfinite(expires_at))
);
create index signal_sender_idx on rowlock.signal (sender, expires_at);
create index signal_expires_at_idx on rowlock.signal (expires_at);
comment on table rowlock.signal is 'Answers that came before their question; they settle its row at its birth, if their sender may.';
comment on column rowlock.signal.namespace is 'The namespace of the key.';
comment on column rowlock.signal.app_id is 'The application of the key.';
comment on column rowlock.signal.signal_key is 'The key of the wait.';
comment on column rowlock.signal.sender is 'Who answers. One answer each: nobody takes another''s place, or replaces it.';
comment on column rowlock.signal.payload is 'The answer, which may be a JSON null.';
comment on column rowlock.signal.created_at is 'When it was first sent; the oldest that may settle the row does.';
comment on column rowlock.signal.expires_at is 'From then on it is as if it had never been sent.';
comment on index rowlock.signal_sender_idx is 'Serves the limit of what one sender may have kept.';
comment on index rowlock.signal_expires_at_idx is 'Serves the removal of old signals.';

insert into rowlock.timer (name, function, every, batch_rows) values
  ('signal_purge', 'signal_purge', '1 minute', 1000);

create type rowlock.signal_sent as (
  outcome    text,
  escalation rowlock.escalation,
  expires_at timestamptz
);
comment on type rowlock.signal_sent is
  'kept, until when, or what became of the row: resolved, or pending when further people have to agree.';

create type rowlock.signal_judged as (
  sender  uuid,
  payload jsonb,
  dropped text
);
comment on type rowlock.signal_judged is 'An early answer, and why it is dropped; null: it may be given.';

-- Both are installed anew with a further argument.
drop function if exists rowlock._actor_access(uuid);
drop function if exists rowlock.escalation_create(
  text, text, text, text, integer, text, text, text, text, text, text, text, text, jsonb, jsonb, jsonb, jsonb,
  interval, timestamptz, uuid, uuid, uuid, uuid, text, text, text, text, text, integer, boolean, uuid
);
