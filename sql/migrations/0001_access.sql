-- Who may do what: people and bots, roles, memberships, keys, database logins.

create type rowlock.http_answer as (
  status integer,
  body   jsonb
);
comment on type rowlock.http_answer is 'What an _answer function gives the HTTP service: a status and a body.';

create type rowlock.access as (
  actor      uuid,
  is_global  boolean,
  read_all   text[],
  read_self  text[],
  write_all  text[],
  write_self text[],
  admin_of   text[]
);
comment on type rowlock.access is 'What one actor may see and do, folded from the memberships.';

create table rowlock.user_account (
  id            uuid primary key default gen_random_uuid(),
  external_id   text not null,
  email         text,
  display_name  text,
  password_hash text,
  account_type  text not null default 'user',
  status        text not null default 'active',
  metadata      jsonb not null default '{}',
  preferences   jsonb not null default '{}',
  created_at    timestamptz not null default clock_timestamp(),
  updated_at    timestamptz not null default clock_timestamp(),
  constraint user_account_external_id_key unique (external_id),
  constraint user_account_type_known check (account_type in ('user', 'bot')),
  constraint user_account_status_known check (status in ('active', 'inactive', 'suspended')),
  constraint user_account_metadata_object check (jsonb_typeof(metadata) = 'object'),
  constraint user_account_preferences_object check (jsonb_typeof(preferences) = 'object')
);
comment on table rowlock.user_account is 'People and bots. A bot signs in by API key only.';
comment on column rowlock.user_account.external_id is 'The name the outside world knows the account by; used to sign in.';
comment on column rowlock.user_account.password_hash is 'argon2id, made by the caller; null: no password login.';
comment on column rowlock.user_account.status is 'Anyone not active is refused everywhere, at once.';

create table rowlock.role (
  role                       text primary key,
  title                      text,
  description                text,
  properties                 jsonb not null default '{}',
  ops_visible                boolean not null default true,
  parent_role                text,
  sla_minutes                numeric,
  target_per_hour            numeric,
  worker_count               numeric,
  priority_threshold_minutes numeric,
  priority_facet             text,
  default_pins               jsonb not null default '[]',
  created_at                 timestamptz not null default clock_timestamp(),
  updated_at                 timestamptz not null default clock_timestamp(),
  constraint role_name_form check (role ~ '^[a-z][a-z0-9_-]*$' and length(role) <= 200),
  constraint role_properties_object check (jsonb_typeof(properties) = 'object'),
  constraint role_default_pins_array check (jsonb_typeof(default_pins) = 'array'),
  constraint role_dials_positive check (
    sla_minutes >= 0 and target_per_hour >= 0 and worker_count >= 0 and priority_threshold_minutes >= 0
  ),
  constraint role_priority_facet_form check (priority_facet ~ '^[A-Za-z0-9_]+$'),
  constraint role_parent_role_other check (parent_role <> role),
  constraint role_parent_role_fkey foreign key (parent_role) references rowlock.role (role)
);
create index role_parent_role_idx on rowlock.role (parent_role) where parent_role is not null;
comment on table rowlock.role is 'A queue, and what its workers share. Rows name it by text.';
comment on column rowlock.role.sla_minutes is 'Dial: minutes until an answer is late.';
comment on column rowlock.role.target_per_hour is 'Dial: answers an hour the station aims at.';
comment on column rowlock.role.worker_count is 'Dial: how many work at the station.';
comment on column rowlock.role.priority_threshold_minutes is 'Dial: minutes after which a row presses.';
comment on column rowlock.role.priority_facet is 'The metadata key that the board groups by.';
comment on column rowlock.role.default_pins is 'Links shown on the board, [{label, url, badge?}].';
comment on index rowlock.role_parent_role_idx is 'Serves the foreign key: a parent that is deleted or renamed.';

create table rowlock.membership (
  user_id     uuid not null,
  role        text not null,
  type        text not null default 'member',
  read_scope  text not null default 'all',
  write_scope text not null default 'all',
  created_at  timestamptz not null default clock_timestamp(),
  constraint membership_pkey primary key (user_id, role),
  constraint membership_user_id_fkey foreign key (user_id) references rowlock.user_account (id) on delete cascade,
  constraint membership_role_fkey foreign key (role) references rowlock.role (role),
  constraint membership_type_known check (type in ('superadmin', 'admin', 'member')),
  constraint membership_read_scope_known check (read_scope in ('self', 'all')),
  constraint membership_write_scope_known check (write_scope in ('none', 'self', 'all')),
  constraint membership_scope_lattice check (not (write_scope = 'all' and read_scope = 'self'))
);
create index membership_role_idx on rowlock.membership (role);
comment on table rowlock.membership is 'Who belongs to which role, and how far they see and act there.';
comment on column rowlock.membership.type is 'admin and superadmin act as (all, all), whatever scopes are stored.';
comment on index rowlock.membership_role_idx is 'Serves the members of a role and the foreign key.';

create table rowlock.role_escalation (
  source_role text not null,
  target_role text not null,
  created_at  timestamptz not null default clock_timestamp(),
  constraint role_escalation_pkey primary key (source_role, target_role),
  constraint role_escalation_other check (source_role <> target_role),
  constraint role_escalation_source_role_fkey foreign key (source_role) references rowlock.role (role),
  constraint role_escalation_target_role_fkey foreign key (target_role) references rowlock.role (role)
);
create index role_escalation_target_role_idx on rowlock.role_escalation (target_role);
comment on table rowlock.role_escalation is 'The chains: from which role a row may be escalated to which.';
comment on index rowlock.role_escalation_target_role_idx is 'Serves the foreign key: a target role that is deleted.';

create table rowlock.api_key (
  id           uuid primary key default gen_random_uuid(),
  user_id      uuid not null,
  name         text not null,
  key_prefix   text not null,
  key_hash     bytea not null,
  scopes       text[] not null default '{}',
  expires_at   timestamptz,
  last_used_at timestamptz,
  created_at   timestamptz not null default clock_timestamp(),
  updated_at   timestamptz not null default clock_timestamp(),
  constraint api_key_key_prefix_key unique (key_prefix),
  constraint api_key_name_key unique (user_id, name),
  constraint api_key_user_id_fkey foreign key (user_id) references rowlock.user_account (id) on delete cascade,
  constraint api_key_scopes_known check (scopes <@ array['read', 'host']),
  constraint api_key_hash_size check (octet_length(key_hash) = 32)
);
comment on table rowlock.api_key is 'API keys of bots; only the digest of a key is kept.';
comment on column rowlock.api_key.key_hash is 'sha256 of the whole key; keys are random, so no slow hash is needed.';
comment on column rowlock.api_key.scopes is 'Empty: all the owner may. read: GET only. host: host routes.';
comment on column rowlock.api_key.last_used_at is 'Stamped at most once a minute.';

create type rowlock.api_key_minted as (
  id         uuid,
  user_id    uuid,
  name       text,
  key_prefix text,
  key        text,
  scopes     text[],
  expires_at timestamptz,
  created_at timestamptz
);
comment on type rowlock.api_key_minted is 'A new key; the only time that the key itself is shown.';

create type rowlock.api_key_info as (
  id           uuid,
  user_id      uuid,
  name         text,
  key_prefix   text,
  scopes       text[],
  expires_at   timestamptz,
  last_used_at timestamptz,
  created_at   timestamptz
);
comment on type rowlock.api_key_info is 'An API key as listed: neither key nor digest.';

create type rowlock.user_page as (
  items jsonb,
  total bigint
);
comment on type rowlock.user_page is 'A page of accounts and how many there are in all.';

create type rowlock.role_created as (
  role    rowlock.role,
  created boolean
);
comment on type rowlock.role_created is 'A role, and whether this call made it.';

create table rowlock.db_principal (
  db_role    name primary key,
  kind       text not null,
  user_id    uuid,
  created_at timestamptz not null default clock_timestamp(),
  revoked_at timestamptz,
  constraint db_principal_kind_known check (kind in ('service', 'user', 'proxy', 'reader')),
  constraint db_principal_user_id_fkey foreign key (user_id) references rowlock.user_account (id),
  constraint db_principal_user_named check ((kind = 'user') = (user_id is not null))
);
create index db_principal_user_id_idx on rowlock.db_principal (user_id) where user_id is not null;
comment on table rowlock.db_principal is 'Postgres logins that may call, and whom they speak for.';
comment on column rowlock.db_principal.revoked_at is 'Kept after a revocation, so that it is known who could once call.';
comment on index rowlock.db_principal_user_id_idx is 'Serves the foreign key: an account that is deleted.';

create table rowlock.login_attempt (
  id           bigint generated always as identity primary key,
  external_id  text not null,
  address      text not null,
  attempted_at timestamptz not null default clock_timestamp(),
  succeeded    boolean not null default false
);
create index login_attempt_external_id_idx on rowlock.login_attempt (external_id, attempted_at) where not succeeded;
create index login_attempt_address_idx on rowlock.login_attempt (address, attempted_at) where not succeeded;
create index login_attempt_attempted_at_idx on rowlock.login_attempt (attempted_at);
comment on table rowlock.login_attempt is 'Password attempts of the last minutes, so that limits hold over processes.';
comment on index rowlock.login_attempt_external_id_idx is 'Serves the limit on one name.';
comment on index rowlock.login_attempt_address_idx is 'Serves the limit on one address.';
comment on index rowlock.login_attempt_attempted_at_idx is 'Serves the removal of old attempts.';

create type rowlock.login_attempt_ticket as (
  attempt_id    bigint,
  user_id       uuid,
  password_hash text
);
comment on type rowlock.login_attempt_ticket is 'A counted attempt, and what to compare the password with.';

create table rowlock.setting (
  name       text primary key,
  value      text not null,
  updated_at timestamptz not null default clock_timestamp(),
  constraint setting_notify_known check (name <> 'notify' or value in ('bell', 'always', 'off'))
);
comment on table rowlock.setting is 'Settings of the schema that functions read.';

insert into rowlock.setting (name, value) values ('notify', 'bell');

insert into rowlock.role (role, title) values
  ('reviewer', 'Reviewer'), ('engineer', 'Engineer'), ('planner', 'Planner'),
  ('admin', 'Admin'), ('superadmin', 'Superadmin');

insert into rowlock.role_escalation (source_role, target_role) values
  ('reviewer', 'engineer'), ('reviewer', 'admin'), ('engineer', 'admin'),
  ('engineer', 'superadmin'), ('admin', 'engineer'), ('admin', 'superadmin');
