-- Personas, who minted a key, when single sign-on first saw an account, and which login a name means.

create table rowlock.persona (
  id          uuid primary key default gen_random_uuid(),
  key         text not null,
  title       text,
  description text,
  created_at  timestamptz not null default clock_timestamp(),
  updated_at  timestamptz not null default clock_timestamp(),
  constraint persona_key_key unique (key),
  constraint persona_key_form check (key ~ '^[a-z][a-z0-9_-]*$' and length(key) <= 200)
);
comment on table rowlock.persona is 'A bundle of roles under one name; whoever has it is in all of them.';
comment on column rowlock.persona.key is 'The name that callers use.';

create table rowlock.persona_role (
  persona_id   uuid not null,
  role         text not null,
  relationship text not null,
  created_at   timestamptz not null default clock_timestamp(),
  constraint persona_role_pkey primary key (persona_id, role),
  constraint persona_role_persona_id_fkey foreign key (persona_id) references rowlock.persona (id) on delete cascade,
  constraint persona_role_role_fkey foreign key (role) references rowlock.role (role),
  constraint persona_role_relationship_known check (relationship in ('write-all', 'write-self', 'read-all'))
);
create index persona_role_role_idx on rowlock.persona_role (role);
comment on table rowlock.persona_role is 'The roles of a persona.';
comment on column rowlock.persona_role.persona_id is 'The persona that has the role.';
comment on column rowlock.persona_role.relationship is 'write-all: read and write all; write-self: read all, write one''s own; read-all: read all.';
comment on index rowlock.persona_role_role_idx is 'Serves the foreign key: a role that is deleted.';

create table rowlock.user_persona (
  user_id    uuid not null,
  persona_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint user_persona_pkey primary key (user_id, persona_id),
  constraint user_persona_user_id_fkey foreign key (user_id) references rowlock.user_account (id) on delete cascade,
  constraint user_persona_persona_id_fkey foreign key (persona_id) references rowlock.persona (id) on delete cascade
);
create index user_persona_persona_id_idx on rowlock.user_persona (persona_id);
comment on table rowlock.user_persona is 'Who has which persona.';
comment on column rowlock.user_persona.persona_id is 'The persona that the account has.';
comment on index rowlock.user_persona_persona_id_idx is 'Serves the holders of a persona and the foreign key.';

alter table rowlock.membership
  add column granted_by_persona uuid,
  add column direct_read_scope  text,
  add column direct_write_scope text,
  add constraint membership_granted_by_persona_fkey foreign key (granted_by_persona) references rowlock.persona (id),
  add constraint membership_persona_member check (granted_by_persona is null or type = 'member'),
  add constraint membership_direct_known check (
    (direct_read_scope is null) = (direct_write_scope is null)
    and (direct_read_scope is null or granted_by_persona is not null)
    and direct_read_scope in ('self', 'all') is not false
    and direct_write_scope in ('none', 'self', 'all') is not false
  );
create index membership_granted_by_persona_idx on rowlock.membership (granted_by_persona)
  where granted_by_persona is not null;
comment on column rowlock.membership.granted_by_persona is 'The persona that sustains these scopes; null: granted directly.';
comment on column rowlock.membership.direct_read_scope is 'What was granted directly beneath a persona that gives more; null: nothing was.';
comment on column rowlock.membership.direct_write_scope is 'As direct_read_scope.';
comment on index rowlock.membership_granted_by_persona_idx is 'Serves the foreign key: a persona that is deleted.';

create index membership_superadmin_idx on rowlock.membership (user_id, role) where type = 'superadmin';
comment on index rowlock.membership_superadmin_idx is 'Serves the protection of superadmins: is one, and who is left.';

alter table rowlock.api_key add column created_by uuid;
comment on column rowlock.api_key.created_by is 'Who minted it, and so may know it; null: nobody knows.';

alter table rowlock.user_account add column provisioned_at timestamptz;
comment on column rowlock.user_account.provisioned_at is 'When single sign-on first saw the account; null: it never did.';

-- A login goes with its account. A role that was dropped and made again under its name is another one.
alter table rowlock.db_principal
  add column role_oid oid,
  drop constraint db_principal_user_id_fkey,
  add constraint db_principal_user_id_fkey foreign key (user_id) references rowlock.user_account (id) on delete cascade;
comment on column rowlock.db_principal.role_oid is 'The login that was registered; another one of its name is not.';
update rowlock.db_principal p
set role_oid = r.oid
from pg_roles r
where r.rolname = p.db_role;

create type rowlock.persona_info as (
  id          uuid,
  key         text,
  title       text,
  description text,
  roles       jsonb,
  users       bigint,
  created_at  timestamptz,
  updated_at  timestamptz
);
comment on type rowlock.persona_info is 'A persona with its roles [{role, relationship}] and how many accounts have it.';

create type rowlock.persona_counts as (
  granted   bigint,
  refreshed bigint,
  raised    bigint,
  removed   bigint
);
comment on type rowlock.persona_counts is 'What a reconciliation did to memberships.';

create type rowlock.persona_change as (
  persona rowlock.persona_info,
  counts  rowlock.persona_counts
);
comment on type rowlock.persona_change is 'A persona after a change, and what the change did to memberships.';

-- Their arguments or results change.
drop function if exists rowlock.user_list(text, text, text, integer, integer, uuid);
