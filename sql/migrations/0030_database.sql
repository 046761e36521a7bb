-- The database as an administrator looks at it.

create type rowlock.database_report as (
  name             text,
  version          text,
  is_standby       boolean,
  bytes            bigint,
  is_visible       boolean,
  connections      integer,
  connection_limit integer,
  tables           jsonb,
  indexes          jsonb,
  holders          jsonb,
  slots            jsonb,
  replicas         jsonb
);
comment on type rowlock.database_report is
  'Sizes, vacuum, who holds it back, and replication; is_visible: whether sessions of other logins can be seen.';
