-- Keys under which a verb is called again: who repeats a call gets the first result.

-- Logged: a call is repeated after a crash more than at any other time.
create table rowlock.idempotency (
  actor          uuid not null,
  verb           text not null,
  key            text not null,
  request_sha256 bytea not null,
  escalation_id  uuid not null,
  expires_at     timestamptz not null,
  constraint idempotency_pkey primary key (actor, verb, key),
  constraint idempotency_sha256_size check (octet_length(request_sha256) = 32)
);
create index idempotency_expires_at_idx on rowlock.idempotency (expires_at);
comment on table rowlock.idempotency is 'Calls that were made under a key, for a day. Nothing of a request is kept but its digest.';
comment on column rowlock.idempotency.actor is 'Who called; a key is its caller''s own.';
comment on column rowlock.idempotency.verb is 'The function that was called; a key is one call''s of it.';
comment on column rowlock.idempotency.key is 'The key, as the caller chose it.';
comment on column rowlock.idempotency.request_sha256 is 'sha256 of the arguments: the same key with others is refused.';
comment on column rowlock.idempotency.escalation_id is 'The escalation that the call ended; an ended row does not change, so it is the result.';
comment on index rowlock.idempotency_expires_at_idx is 'Serves the removal of old keys.';

-- Both are installed anew with a further argument.
drop function if exists rowlock.escalation_resolve(uuid, jsonb, jsonb, integer, uuid);
drop function if exists rowlock.escalation_resolve_by_signal_key(text, jsonb, jsonb, text, text, uuid);
