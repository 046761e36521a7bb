-- Tenants: which schemas one service answers for, and under which names.

create table rowlock.namespace (
  name        text primary key,
  schema_name text not null,
  dsn_name    text,
  hosts       text[] not null default '{}',
  description text,
  is_default  boolean not null default false,
  status      text not null default 'active',
  settings    jsonb not null default '{}',
  version     integer not null default 1,
  created_at  timestamptz not null default clock_timestamp(),
  updated_at  timestamptz not null default clock_timestamp(),
  constraint namespace_name_shape check (name ~ '^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$'),
  constraint namespace_schema_name_shape check (schema_name ~ '^[a-z][a-z0-9_]{0,39}$'),
  constraint namespace_dsn_name_shape check (dsn_name ~ '^[A-Z][A-Z0-9_]{0,39}$'),
  constraint namespace_status_known check (status in ('active', 'disabled'))
);
create unique index namespace_schema_name_idx on rowlock.namespace (schema_name, coalesce(dsn_name, ''));
create unique index namespace_default_idx on rowlock.namespace (is_default) where is_default;
comment on table rowlock.namespace is
  'The tenants of a service with ROWLOCK_TENANTS: that of the schema it was started with is read, and no other.';
comment on column rowlock.namespace.name is 'What requests call it in a header.';
comment on column rowlock.namespace.schema_name is 'Where its data is.';
comment on column rowlock.namespace.dsn_name is 'Its database is what the variable ROWLOCK_DSN_<dsn_name> of the service says; null: this one.';
comment on column rowlock.namespace.hosts is 'The host names that are its own.';
comment on column rowlock.namespace.is_default is 'Answers where a request names no tenant.';
comment on column rowlock.namespace.status is 'active, or disabled: it is not served.';
comment on column rowlock.namespace.settings is 'What is set for it alone; no secrets.';
comment on column rowlock.namespace.version is 'Grows with every change.';
comment on index rowlock.namespace_schema_name_idx is 'One schema is served under one name.';
comment on index rowlock.namespace_default_idx is 'At most one is the default.';

insert into rowlock.namespace (name, schema_name, description, is_default)
values ('main', 'rowlock', 'This schema, which holds the registry.', true);

insert into rowlock.topic_catalog (topic, description, category, source) values
  ('namespace.changed', 'A tenant was registered, changed or removed.', 'namespace', 'namespace_put');

create type rowlock.namespace_served as (
  name        text,
  schema_name text,
  dsn_name    text,
  hosts       text[],
  is_default  boolean,
  is_own      boolean,
  settings    jsonb
);
comment on type rowlock.namespace_served is 'A tenant as a service needs to know it.';
