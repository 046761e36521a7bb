-- rowlock._schema_faults(nodes): keywords whose value is none that they can have, and names that stand twice.
create or replace function rowlock._schema_faults(nodes rowlock.schema_node[])
returns setof rowlock.schema_error
language sql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
  with node as materialized (
    select n.path, n.base, n.subschema as schema, rowlock._schema_path(n.path) as pointer
    from unnest(nodes) n
  )
  select n.pointer, coalesce(n.path[cardinality(n.path)], 'schema'), case
    when jsonb_typeof(n.schema) = 'array' and n.path[cardinality(n.path)] = 'items'
      then 'must be one schema: a list of them is prefixItems'
    else 'must be a schema: an object or a boolean' end
  from node n where jsonb_typeof(n.schema) not in ('object', 'boolean')
  union all
  select n.pointer, k.key, rowlock._schema_kind_words(kinds.all_kinds ->> k.key)
  from (select rowlock._schema_kinds() offset 0) kinds (all_kinds), node n
  cross join lateral jsonb_each(case jsonb_typeof(n.schema) when 'object' then n.schema else '{}' end) k
  where kinds.all_kinds ? k.key and not rowlock._schema_is_kind(kinds.all_kinds ->> k.key, k.value)
  union all
  select max(n.pointer), '$anchor', 'stands twice: ' || left(max(a.name), 200)
  from node n
  cross join lateral unnest(array[n.schema ->> '$anchor', n.schema ->> '$dynamicAnchor']) a (name)
  where a.name is not null group by n.base, a.name having count(*) > 1
  union all
  select max(n.pointer), '$id', 'stands twice: ' || left(n.base, 200)
  from node n where jsonb_typeof(n.schema -> '$id') = 'string' group by n.base having count(*) > 1
$$;

comment on function rowlock._schema_faults is 'What can be told by looking at each schema for itself.';
revoke all on function rowlock._schema_faults from public;
