-- Webhooks: who wants to be told of which topics at which address, and what was sent there.

create table rowlock.webhook (
  id          uuid not null default gen_random_uuid(),
  owner_id    uuid not null,
  url         text not null,
  topics      text[] not null,
  description text not null default '',
  status      text not null default 'enabled',
  since_seq   bigint not null,
  version     integer not null default 1,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  constraint webhook_pkey primary key (id),
  constraint webhook_owner_id_fkey foreign key (owner_id) references rowlock.user_account (id) on delete cascade,
  constraint webhook_url_size check (length(url) between 1 and 2000),
  constraint webhook_topics_some check (cardinality(topics) between 1 and 100),
  constraint webhook_status_known check (status in ('enabled', 'disabled'))
);
create index webhook_owner_id_idx on rowlock.webhook (owner_id);
comment on table rowlock.webhook is 'Addresses that events are sent to, as far as their owners may read them.';
comment on column rowlock.webhook.owner_id is 'Whose events they are: what this account may not read is not sent.';
comment on column rowlock.webhook.url is 'Where they are posted.';
comment on column rowlock.webhook.topics is 'Patterns as topic_matches has them; any of them may fit.';
comment on column rowlock.webhook.since_seq is 'Events up to this number are not for it: they were before it was made, or enabled.';
comment on column rowlock.webhook.version is 'Counts its changes.';
comment on index rowlock.webhook_owner_id_idx is 'Serves webhook_list, and the deletion of an account.';

create table rowlock.webhook_secret (
  id         uuid not null,
  webhook_id uuid not null,
  value      bytea not null,
  key_id     text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  constraint webhook_secret_pkey primary key (id),
  constraint webhook_secret_webhook_id_fkey foreign key (webhook_id) references rowlock.webhook (id) on delete cascade,
  constraint webhook_secret_value_size check (octet_length(value) between 28 and 1000)
);
create index webhook_secret_webhook_id_idx on rowlock.webhook_secret (webhook_id);
create unique index webhook_secret_current_key on rowlock.webhook_secret (webhook_id) where expires_at is null;
comment on table rowlock.webhook_secret is 'What deliveries are signed with, encrypted by the service; after a rotation two of them, for a while.';
comment on column rowlock.webhook_secret.id is 'Random, chosen by whoever encrypts: the ciphertext is of this id alone.';
comment on column rowlock.webhook_secret.webhook_id is 'Whose deliveries it signs.';
comment on column rowlock.webhook_secret.value is 'What it was encrypted to; the key is never here.';
comment on column rowlock.webhook_secret.key_id is 'Which key of the service it was encrypted with.';
comment on column rowlock.webhook_secret.expires_at is 'Of one that was replaced: it signs until then beside the new one.';
comment on index rowlock.webhook_secret_webhook_id_idx is 'Serves delivery_claim, and the deletion of a webhook.';
comment on index rowlock.webhook_secret_current_key is 'One secret of a webhook is the current one.';

create table rowlock.webhook_cursor (
  one_row        boolean primary key default true,
  looked_through bigint not null default 0,
  constraint webhook_cursor_one_row check (one_row)
);
insert into rowlock.webhook_cursor default values;
comment on table rowlock.webhook_cursor is 'One row: how far the journal has been looked through for webhooks. Whoever holds its lock looks on.';
comment on column rowlock.webhook_cursor.looked_through is 'Every event up to here that a webhook wants has its delivery.';

create table rowlock.delivery (
  id               uuid not null,
  webhook_id       uuid not null,
  seq              bigint not null,
  topic            text not null,
  subject_type     text not null,
  subject_id       text not null,
  status           text not null default 'pending',
  attempts         integer not null default 0,
  claim_no         integer not null default 0,
  claimed_until    timestamptz,
  next_at          timestamptz,
  first_attempt_at timestamptz,
  attempted_at     timestamptz,
  last_status      integer,
  last_error       text,
  ended_at         timestamptz,
  created_at       timestamptz not null,
  constraint delivery_pkey primary key (id),
  constraint delivery_webhook_id_fkey foreign key (webhook_id) references rowlock.webhook (id) on delete cascade,
  constraint delivery_event_key unique (webhook_id, seq),
  constraint delivery_status_known check (status in ('pending', 'delivered', 'dead')),
  constraint delivery_ended_at_set check ((status = 'pending') = (ended_at is null)),
  constraint delivery_next_at_pending check (status = 'pending' or (next_at is null and claimed_until is null)),
  constraint delivery_claimed_until_next check (claimed_until is null or next_at = claimed_until)
) with (fillfactor = 80);
alter table rowlock.delivery set (autovacuum_vacuum_scale_factor = 0.02);
create unique index delivery_first_key on rowlock.delivery (webhook_id, subject_type, subject_id)
where status = 'pending' and next_at is not null;
create index delivery_subject_idx on rowlock.delivery (webhook_id, subject_type, subject_id, seq)
where status = 'pending';
create index delivery_due_idx on rowlock.delivery (webhook_id, next_at)
where status = 'pending' and next_at is not null;
create index delivery_claimed_idx on rowlock.delivery (webhook_id) where claimed_until is not null;
create index delivery_status_idx on rowlock.delivery (webhook_id, status, seq);
create index delivery_ended_at_idx on rowlock.delivery (status, ended_at) where ended_at is not null;
comment on table rowlock.delivery is 'One event on its way to one webhook, and how it went; the event itself is read from the journal.';
comment on column rowlock.delivery.webhook_id is 'Whom it is sent to.';
comment on column rowlock.delivery.seq is 'Which event.';
comment on column rowlock.delivery.attempts is 'How often it was sent since it was made, or replayed; one that was killed at it counts.';
comment on column rowlock.delivery.claim_no is 'Counts its claims: whoever has an older one writes nothing.';
comment on column rowlock.delivery.claimed_until is 'Until when whoever sends it may; then the claim has lapsed.';
comment on column rowlock.delivery.next_at is 'From when it may be sent; null: it has ended, or one before it of the same subject has not.';
comment on column rowlock.delivery.first_attempt_at is 'Begins the day after which it is given up.';
comment on column rowlock.delivery.attempted_at is 'Begin of the last attempt.';
comment on column rowlock.delivery.last_status is 'The HTTP status of the last attempt; null: there was no answer.';
comment on column rowlock.delivery.last_error is 'Why the last attempt failed, in a word or two; null: it did not.';
comment on index rowlock.delivery_first_key is 'Of a subject one delivery is on its way; serves its search too.';
comment on index rowlock.delivery_subject_idx is 'Serves the search for the next one of a subject, and the count of what is pending.';
comment on index rowlock.delivery_due_idx is 'Serves delivery_claim.';
comment on index rowlock.delivery_claimed_idx is 'Serves delivery_claim: how many are on their way to a webhook.';
comment on index rowlock.delivery_status_idx is 'Serves delivery_list and delivery_replay_many.';
comment on index rowlock.delivery_ended_at_idx is 'Serves delivery_purge.';

create type rowlock.webhook_page as (
  items jsonb,
  total bigint
);
comment on type rowlock.webhook_page is 'Webhooks, and how many there are.';

create type rowlock.delivery_page as (
  items jsonb,
  next  bigint
);
comment on type rowlock.delivery_page is 'Deliveries, newest first, and the cursor of the next page; null: this is the last.';

create type rowlock.delivery_claimed as (
  delivery_id uuid,
  claim_no    integer,
  webhook_id  uuid,
  url         text,
  body        text,
  secrets     jsonb
);
comment on type rowlock.delivery_claimed is 'What it takes to send one delivery: address, body, and the encrypted secrets that sign it, the current one first.';

create type rowlock.delivery_replayed as (
  replayed bigint,
  more     boolean
);
comment on type rowlock.delivery_replayed is 'How many deliveries are sent anew, and whether there are more.';

insert into rowlock.retention_subject (subject, actions, least_age, counted_from) values
  ('delivery',      '{delete}', '0', 'when it was delivered'),
  ('dead_delivery', '{delete}', '0', 'when it was given up');
insert into rowlock.retention_rule (name, subject, action, older_than) values
  ('deliveries', 'delivery', 'delete', '7 days'),
  ('dead-deliveries', 'dead_delivery', 'delete', '30 days');
