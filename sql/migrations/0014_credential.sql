-- Secrets that are handed over under a token, for a while: what is kept of them is ciphertext.

create table rowlock.ephemeral_credential (
  token       uuid not null,
  value       bytea not null,
  key_id      text not null,
  label       text not null,
  max_uses    integer not null,
  use_count   integer not null default 0,
  bind_on_use boolean not null,
  bound_ref   text,
  used_by     uuid,
  expires_at  timestamptz not null,
  created_by  uuid not null,
  created_at  timestamptz not null,
  constraint ephemeral_credential_pkey primary key (token),
  constraint ephemeral_credential_value_size check (octet_length(value) between 28 and 65536),
  constraint ephemeral_credential_max_uses_range check (max_uses >= 0),
  constraint ephemeral_credential_use_count_range check (
    use_count >= 0 and (max_uses = 0 or use_count <= max_uses)),
  constraint ephemeral_credential_bound check (bound_ref is null or (bind_on_use and use_count > 0)),
  constraint ephemeral_credential_expires_at_after check (expires_at > created_at)
);
create index ephemeral_credential_expires_at_idx on rowlock.ephemeral_credential (expires_at);
-- Ciphertext does not compress.
alter table rowlock.ephemeral_credential alter column value set storage external;
comment on table rowlock.ephemeral_credential is 'Secrets under a token, encrypted by the caller; whoever has the token may exchange it.';
comment on column rowlock.ephemeral_credential.token is 'Random, chosen by whoever encrypts: the ciphertext is of this token and label alone.';
comment on column rowlock.ephemeral_credential.value is 'What the secret was encrypted to; its key is never here.';
comment on column rowlock.ephemeral_credential.key_id is 'Which key it was encrypted with, for their rotation.';
comment on column rowlock.ephemeral_credential.label is 'What it is: the name of a field, or a word of the caller''s.';
comment on column rowlock.ephemeral_credential.max_uses is 'How often it may be consumed; 0: any number of times.';
comment on column rowlock.ephemeral_credential.use_count is 'How often it was; repeats by the ref that it is bound to are not counted.';
comment on column rowlock.ephemeral_credential.bind_on_use is 'Whether the first ref that consumes it is the only one that may.';
comment on column rowlock.ephemeral_credential.bound_ref is 'That ref.';
comment on column rowlock.ephemeral_credential.used_by is 'Who consumed it last, and may give the use back; null: nobody, or it was given back.';
comment on column rowlock.ephemeral_credential.expires_at is 'From then on it is as if it were not there; a timer removes it.';
comment on column rowlock.ephemeral_credential.created_by is 'Who stored it, and may revoke it.';
comment on index rowlock.ephemeral_credential_expires_at_idx is 'Serves the removal of what has expired.';

create type rowlock.credential_info as (
  token       uuid,
  label       text,
  key_id      text,
  max_uses    integer,
  use_count   integer,
  bind_on_use boolean,
  is_bound    boolean,
  expires_at  timestamptz,
  created_by  uuid,
  created_at  timestamptz
);
comment on type rowlock.credential_info is 'What is told of a credential: all but the value, and whom it is bound to.';

create type rowlock.credential_consumed as (
  token      uuid,
  label      text,
  key_id     text,
  value      bytea,
  uses_left  integer,
  expires_at timestamptz
);
comment on type rowlock.credential_consumed is 'The ciphertext of a credential that was consumed, what it takes to decrypt it, and the uses that are left; null: any number.';

insert into rowlock.timer (name, function, every, batch_rows) values
  ('credential_purge', 'credential_purge', '1 minute', 1000);

create type rowlock.password_field as (
  name  text,
  place text[]
);
comment on type rowlock.password_field is 'A field of a form that takes a password, and where in the answer it stands.';

-- Which versions of forms take a password: an answer that comes before its question is looked at by all of them.
alter table rowlock.role_schema
  add column has_passwords boolean not null generated always as (
    coalesce(jsonb_path_exists(form_schema, '$.properties.* ? (@.format == "password")'), false)
  ) stored;
create index role_schema_has_passwords_idx on rowlock.role_schema (role) where has_passwords;
comment on column rowlock.role_schema.has_passwords is 'The form has a password field.';
comment on index rowlock.role_schema_has_passwords_idx is 'Serves answers that come before their question.';
