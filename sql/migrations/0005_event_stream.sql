-- The stream: tickets for browsers, what a viewer may read, and pages that say when a cursor is void.

-- Unlogged: a ticket lives a minute, and one that a crash takes away is bought anew.
create unlogged table rowlock.event_ticket (
  ticket_sha256 bytea primary key,
  user_id       uuid not null,
  key_prefix    text,
  ends_at       timestamptz,
  expires_at    timestamptz not null,
  constraint event_ticket_sha256_size check (octet_length(ticket_sha256) = 32)
);
create index event_ticket_expires_at_idx on rowlock.event_ticket (expires_at);
comment on table rowlock.event_ticket is 'Tickets that open one stream each; only the digest is kept. Account and key are asked for when it is redeemed.';
comment on column rowlock.event_ticket.ticket_sha256 is 'sha256 of the whole ticket; tickets are random, so no slow hash is needed.';
comment on column rowlock.event_ticket.key_prefix is 'The API key that bought it; the stream ends with the key.';
comment on column rowlock.event_ticket.ends_at is 'When the session that bought it ends, and the stream with it.';
comment on index rowlock.event_ticket_expires_at_idx is 'Serves the removal of old tickets.';

create type rowlock.event_ticket_issued as (
  ticket     text,
  expires_at timestamptz
);
comment on type rowlock.event_ticket_issued is 'A new ticket; the only time that it is shown.';

create type rowlock.event_ticket_owner as (
  actor      uuid,
  key_prefix text,
  ends_at    timestamptz
);
comment on type rowlock.event_ticket_owner is 'Who bought a ticket, with which key if any, and when the session ends.';

create type rowlock.event_viewer as (
  position  integer,
  actor     uuid,
  is_global boolean,
  read_all  text[],
  read_self text[]
);
comment on type rowlock.event_viewer is 'What the viewer at that position of the question may read.';

alter type rowlock.event_page add attribute reset boolean;
comment on type rowlock.event_page is
  'Events in order, the cursor to go on with, what retention removed, the epoch, and whether the given cursor means nothing any more.';
alter type rowlock.event_batch add attribute more boolean;

-- Both are installed anew with further arguments.
drop function if exists rowlock.event_since(bigint, text[], text, text, integer, uuid);
