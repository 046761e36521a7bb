-- What a row asks of its answer: several people, somebody else than who asked, and the question as it was read.

alter table rowlock.escalation
  add column approvals_required integer not null default 1,
  add column approvals integer not null default 0,
  add column no_self_approval boolean not null default false,
  add column question_sha256 bytea,
  add constraint escalation_approvals_range check (
    approvals_required between 1 and 100 and approvals between 0 and approvals_required
  );
comment on column rowlock.escalation.approvals_required is 'So many different people have to decide the same.';
comment on column rowlock.escalation.approvals is 'How many agree: the most that did so when somebody last answered. 0 where one answer is enough.';
comment on column rowlock.escalation.no_self_approval is 'Who created or initiated the row may not answer it.';
comment on column rowlock.escalation.question_sha256 is 'sha256 of escalation_payload as text; null without one, and on rows of before the column.';

create table rowlock.approval (
  escalation_id    uuid not null,
  user_id          uuid not null,
  role             text not null,
  decision         jsonb not null,
  resolver_payload jsonb not null,
  answered_at      timestamptz not null,
  void             boolean not null default false,
  constraint approval_pkey primary key (escalation_id, user_id)
);
comment on table rowlock.approval is 'What each person last answered to a row that needs several of them.';
comment on column rowlock.approval.escalation_id is 'Which row; no foreign key, because the row may move to the history.';
comment on column rowlock.approval.user_id is 'Who; it stays when the account is deleted, and no longer counts.';
comment on column rowlock.approval.role is 'Where the row was then.';
comment on column rowlock.approval.decision is 'The member decision of the answer; equal ones count together.';
comment on column rowlock.approval.resolver_payload is 'The whole answer, as a deciding one is stored on the row.';
comment on column rowlock.approval.answered_at is 'When they last did.';
comment on column rowlock.approval.void is 'The row went to another role since: the answer counts no more, also when the row comes back.';

-- A row is read anew only where its role checks what is answered; where none does, this is one empty page.
alter table rowlock.role
  add column answers_checked boolean not null generated always as (
    enforce_schema or coalesce(jsonb_path_exists(form_schema, '$.properties.* ? (@.format == "password")'), false)
  ) stored;
create index role_answers_checked_idx on rowlock.role (role) where answers_checked;
comment on column rowlock.role.answers_checked is 'Its schema is enforced, or has a password field: an answer has to be looked at.';
comment on index rowlock.role_answers_checked_idx is 'Serves every resolve; guarded by the plan test of resolve.';

alter table rowlock.idempotency
  alter column escalation_id drop not null,
  add column outcome jsonb;
comment on column rowlock.idempotency.escalation_id is 'The escalation that the call was about; an ended row does not change, so it is the result.';
comment on column rowlock.idempotency.outcome is 'What the call told, where the row does not keep it: it was left open, or there are several.';

create type rowlock.escalation_item as (
  id               uuid,
  resolver_payload jsonb,
  expected_digest  text
);
comment on type rowlock.escalation_item is 'One answer of a set: to which row, what, and the question as it was read.';

create type rowlock.escalation_resolved_set as (
  ids      uuid[],
  approved jsonb,
  skipped  jsonb
);
comment on type rowlock.escalation_resolved_set is
  'Which rows a set resolved, which gained an approval and are still open [{id, approvals, required}], and which it left as they were [{id, reason}].';

insert into rowlock.topic_catalog (topic, description, category, source) values
  ('escalation.approved', 'Somebody answered a row that needs further people.', 'escalation', 'escalation_resolve');

-- Each is installed anew with further arguments or another result.
drop function if exists rowlock.escalation_create(
  text, text, text, text, integer, text, text, text, text, text, text, text, text, jsonb, jsonb, jsonb, jsonb,
  interval, timestamptz, uuid, uuid, uuid, uuid, text, text, text, text, text, uuid
);
drop function if exists rowlock.escalation_resolve(uuid, jsonb, jsonb, integer, text, uuid);
drop function if exists rowlock.escalation_resolve_by_signal_key(text, jsonb, jsonb, text, text, text, uuid);
drop function if exists rowlock._escalation_settle(uuid, jsonb, jsonb, integer, boolean, rowlock.access);
drop function if exists rowlock._escalation_answer_check(jsonb, jsonb);
drop function if exists rowlock._idempotency_take(text, text, jsonb, uuid, uuid);
