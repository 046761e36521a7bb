-- The journal: one table of events, its sequence, its catalog of topics and its watermark.

create sequence rowlock.event_seq as bigint maxvalue 281474976710655 no cycle cache 1;
-- A mark of 0 would be no mark: the first event is number 2.
do $$ begin perform setval('rowlock.event_seq', 1, true); end $$;

create table rowlock.topic_catalog (
  topic          text primary key,
  description    text not null,
  category       text not null,
  payload_schema jsonb,
  example        jsonb,
  source         text,
  tags           text[] not null default '{}'
);
comment on table rowlock.topic_catalog is 'Every topic that may be journaled; an unknown one is refused.';
comment on column rowlock.topic_catalog.source is 'The function that writes it.';

create table rowlock.event (
  seq          bigint primary key default nextval('rowlock.event_seq'),
  topic        text not null,
  subject_type text not null,
  subject_id   text not null,
  version      integer,
  role         text,
  assigned_to  uuid,
  origin_id    text,
  actor        uuid,
  payload      jsonb not null default '{}',
  occurred_at  timestamptz not null,
  created_at   timestamptz not null default clock_timestamp(),
  constraint event_payload_object check (jsonb_typeof(payload) = 'object'),
  constraint event_times_finite check (isfinite(occurred_at) and isfinite(created_at))
);
create index event_origin_id_idx on rowlock.event (origin_id, seq) where origin_id is not null;
comment on table rowlock.event is 'The journal. Append-only; written by the verb in its own transaction.';
comment on column rowlock.event.seq is 'The cursor. Allocation order, not commit order: read through event_since.';
comment on column rowlock.event.version is 'The version of the subject''s row after the change.';
comment on column rowlock.event.role is 'The row''s role after the change, for scope.';
comment on column rowlock.event.assigned_to is 'Whom the event concerns, for self scope.';
comment on column rowlock.event.occurred_at is 'When it happened; for imports the log''s own time.';
comment on column rowlock.event.created_at is 'When it was journaled; retention looks at this.';
comment on index rowlock.event_origin_id_idx is 'Serves event_since with an origin.';

create table rowlock.event_watermark (
  one_row        boolean primary key default true,
  purged_through bigint not null default 0,
  epoch          uuid not null default gen_random_uuid(),
  class          integer not null,
  constraint event_watermark_one_row check (one_row),
  constraint event_watermark_class_range check (class between 1 and 65534)
);
comment on table rowlock.event_watermark is 'One row: what retention removed, the journal''s epoch, the class of its locks.';
comment on column rowlock.event_watermark.purged_through is 'Every event up to here may be gone.';
comment on column rowlock.event_watermark.epoch is 'Changes when the journal''s past is no longer the one that cursors knew.';
comment on column rowlock.event_watermark.class is 'Top 16 bits of the advisory locks of this schema.';

-- The class is unique in the database; the sequence's comment tells other schemas which are taken.
do $$
declare
  v_class integer := 1 + (hashtext('rowlock')::bigint & 65535) % 65534;
begin
  while exists (
    select from pg_class c
    where c.relname = 'event_seq' and obj_description(c.oid, 'pg_class') = format('Journal of lock class %s.', v_class)
  ) loop
    v_class := 1 + v_class % 65534;
  end loop;
  insert into rowlock.event_watermark (class) values (v_class);
  execute format('comment on sequence rowlock.event_seq is %L', format('Journal of lock class %s.', v_class));
end;
$$;

create type rowlock.event_page as (
  events jsonb,
  next   bigint,
  purged jsonb,
  epoch  uuid
);
comment on type rowlock.event_page is 'Events in order, the cursor to go on with, what retention removed, the epoch.';

create type rowlock.event_batch as (
  events         jsonb,
  next           bigint,
  purged_through bigint,
  epoch          uuid,
  top            bigint,
  open_mark      bigint
);
comment on type rowlock.event_batch is 'What the service''s one reader gets: unscoped frames, and how far the journal had got.';

create type rowlock.event_horizon as (
  top       bigint,
  open_mark bigint,
  safe      bigint
);
comment on type rowlock.event_horizon is 'The sequence, the lowest open mark (null: none), and the lesser of both.';

insert into rowlock.topic_catalog (topic, description, category, source) values
  ('escalation.created', 'A row was created.', 'escalation', 'escalation_create'),
  ('escalation.claimed', 'A row was claimed, or claimed anew after a lapse.', 'escalation', 'escalation_claim'),
  ('escalation.extended', 'The holder prolonged a live claim.', 'escalation', 'escalation_claim'),
  ('escalation.released', 'A claim was given back, or had lapsed and was cleared.', 'escalation', 'escalation_release'),
  ('escalation.reassigned', 'A row went to another role or person.', 'escalation', 'escalation_escalate'),
  ('escalation.resolved', 'A row was answered.', 'escalation', 'escalation_resolve'),
  ('escalation.cancelled', 'A row was called off.', 'escalation', 'escalation_cancel'),
  ('escalation.expired', 'A row passed its deadline unanswered.', 'escalation', 'escalation_expire'),
  ('role.updated', 'A role was created or changed.', 'access', 'role_create'),
  ('membership.changed', 'A membership was granted, changed or taken away.', 'access', 'membership_grant');
