-- What a role asks of its rows: schemas with their versions, and the roles its work comes from.

alter table rowlock.role
  add column form_schema jsonb,
  add column metadata_schema jsonb,
  add column current_schema_version integer,
  add column list_schema jsonb,
  add column current_list_schema_version integer,
  add column enforce_schema boolean not null default false,
  add constraint role_form_schema_kind check (jsonb_typeof(form_schema) in ('object', 'boolean')),
  add constraint role_metadata_schema_kind check (jsonb_typeof(metadata_schema) in ('object', 'boolean')),
  add constraint role_list_schema_kind check (jsonb_typeof(list_schema) in ('object', 'boolean')),
  add constraint role_schema_versions_positive check (
    current_schema_version > 0 and current_list_schema_version > 0
  ),
  add constraint role_dials_finite check (
    sla_minutes < 'infinity' and target_per_hour < 'infinity'
    and worker_count < 'infinity' and priority_threshold_minutes < 'infinity'
  );
comment on column rowlock.role.form_schema is 'JSON Schema of an answer; the form is drawn from it.';
comment on column rowlock.role.metadata_schema is 'JSON Schema of the rows'' metadata.';
comment on column rowlock.role.current_schema_version is 'The latest snapshot of the pair form_schema, metadata_schema; null: never had one.';
comment on column rowlock.role.list_schema is 'How a list of the role''s rows is drawn.';
comment on column rowlock.role.current_list_schema_version is 'The latest snapshot of list_schema; null: never had one.';
comment on column rowlock.role.priority_facet is 'The metadata key with the time that a row counts from; null: its creation.';
comment on column rowlock.role.enforce_schema is 'Answers that break form_schema are refused.';

create table rowlock.role_schema (
  role            text not null,
  version         integer not null,
  form_schema     jsonb,
  metadata_schema jsonb,
  change_summary  text,
  created_by      uuid,
  created_at      timestamptz not null default clock_timestamp(),
  constraint role_schema_pkey primary key (role, version),
  constraint role_schema_role_fkey foreign key (role) references rowlock.role (role) on delete cascade,
  constraint role_schema_version_positive check (version > 0)
);
comment on table rowlock.role_schema is 'Every pair of form_schema and metadata_schema that a role has had; never changed.';
comment on column rowlock.role_schema.version is 'Counts from 1 without a gap, a role.';
comment on column rowlock.role_schema.form_schema is 'As it was after the change.';
comment on column rowlock.role_schema.metadata_schema is 'As it was after the change.';
comment on column rowlock.role_schema.change_summary is 'What the author of the change says of it.';

create table rowlock.role_list_schema (
  role           text not null,
  version        integer not null,
  list_schema    jsonb,
  change_summary text,
  created_by     uuid,
  created_at     timestamptz not null default clock_timestamp(),
  constraint role_list_schema_pkey primary key (role, version),
  constraint role_list_schema_role_fkey foreign key (role) references rowlock.role (role) on delete cascade,
  constraint role_list_schema_version_positive check (version > 0)
);
comment on table rowlock.role_list_schema is 'Every list_schema that a role has had; never changed.';
comment on column rowlock.role_list_schema.version is 'Counts from 1 without a gap, a role.';
comment on column rowlock.role_list_schema.list_schema is 'As it was after the change.';
comment on column rowlock.role_list_schema.change_summary is 'What the author of the change says of it.';

create table rowlock.role_upstream (
  role          text not null,
  upstream_role text not null,
  created_at    timestamptz not null default clock_timestamp(),
  constraint role_upstream_pkey primary key (role, upstream_role),
  constraint role_upstream_other check (role <> upstream_role),
  constraint role_upstream_role_fkey foreign key (role) references rowlock.role (role) on delete cascade,
  constraint role_upstream_upstream_role_fkey foreign key (upstream_role) references rowlock.role (role)
);
create index role_upstream_upstream_role_idx on rowlock.role_upstream (upstream_role);
comment on table rowlock.role_upstream is 'From which roles a role''s work comes: for boards; it moves no row.';
comment on column rowlock.role_upstream.upstream_role is 'The role that comes before.';
comment on index rowlock.role_upstream_upstream_role_idx is 'Serves the foreign key: an upstream role that is deleted.';

create type rowlock.role_detail as (
  role               rowlock.role,
  upstream_roles     text[],
  escalation_targets text[],
  member_count       bigint
);
comment on type rowlock.role_detail is 'A role, where its work comes from, where it may be escalated to, and how many are in it.';

create type rowlock.role_schema_page as (
  items jsonb,
  total bigint
);
comment on type rowlock.role_schema_page is 'A page of the versions of a schema, and how many there are in all.';

create type rowlock.role_escalation_created as (
  chain   rowlock.role_escalation,
  created boolean
);
comment on type rowlock.role_escalation_created is 'A chain, and whether this call made it.';

create type rowlock.role_escalation_targets as (
  role    text,
  targets text[]
);
comment on type rowlock.role_escalation_targets is 'A role, and the roles to which its rows may be escalated.';

update rowlock.topic_catalog
set description = 'A role was created, changed or deleted.'
where topic = 'role.updated';
