-- Waits: what a waiter is told, and answers that come before their question.

create type rowlock.wait as (
  outcome       text,
  payload       jsonb,
  escalation_id uuid
);
comment on type rowlock.wait is
  'Where a wait is: pending, resolved, cancelled or expired; the outcome and not the payload says whether there is an answer.';
