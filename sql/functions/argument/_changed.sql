-- rowlock._argument_changed(patch, before, after): the members of a patch that changed something.
create or replace function rowlock._argument_changed(
  patch  jsonb,
  before jsonb,
  after  jsonb
)
returns text[]
language sql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
  select array(
    select k.name from jsonb_object_keys(patch) k (name) where before -> k.name is distinct from after -> k.name order by k.name);
$$;

comment on function rowlock._argument_changed is 'Their names in order, for the event of the change; before and after are the row.';
revoke all on function rowlock._argument_changed from public;
