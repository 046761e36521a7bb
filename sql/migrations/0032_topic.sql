-- Topics of one's own: who made them, and when they were used first.

alter table rowlock.topic_catalog
  add column learned boolean not null default false,
  add column first_used_at timestamptz,
  add column created_by uuid,
  add column created_at timestamptz not null default clock_timestamp(),
  add column updated_at timestamptz not null default clock_timestamp();
create index topic_catalog_category_idx on rowlock.topic_catalog (category);
comment on column rowlock.topic_catalog.learned is 'Nobody made it: somebody published on it.';
comment on column rowlock.topic_catalog.first_used_at is 'When it was published on first; null: never, or a verb of the schema writes it.';
comment on column rowlock.topic_catalog.created_by is 'Who made it, or published on it first; null: it belongs to the schema.';
comment on index rowlock.topic_catalog_category_idx is 'Serves the count of topics of one''s own.';

create type rowlock.topic_page as (
  items jsonb,
  total bigint
);
comment on type rowlock.topic_page is 'Topics, and how many there are.';
