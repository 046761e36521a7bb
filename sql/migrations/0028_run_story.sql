-- What a run has been through: its attempts, and its questions.

-- They are installed anew with a further argument.
drop function if exists rowlock.run_list(uuid, uuid, text[], text, boolean, integer, text, uuid);
drop function if exists rowlock.run_stop(uuid, uuid);
drop function if exists rowlock._run_end(rowlock.run, text, text, integer, timestamptz, rowlock.access);

create type rowlock.run_attempt as (
  attempt        integer,
  status         text,
  host_id        uuid,
  host_name      text,
  pending_since  timestamptz,
  taken_at       timestamptz,
  started_at     timestamptz,
  ended_at       timestamptz,
  failure_reason text,
  exit_code      integer,
  stop_reason    text,
  stopped_by     uuid,
  progress       jsonb,
  signals        jsonb
);
comment on type rowlock.run_attempt is
  'One attempt of a run, as its row, the journal and the ledger of signals tell it; null: nobody knows any more.';

create type rowlock.run_question as (
  wait_key   text,
  attempt    integer,
  escalation rowlock.escalation
);
comment on type rowlock.run_question is
  'A row that a run has asked, with the key and the attempt under which it asked; these are null of a row that was made without a key.';

comment on index rowlock.event_subject_id_idx is 'Serves escalation_history, run_history and run_attempts.';
