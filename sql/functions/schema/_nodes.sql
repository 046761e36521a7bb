-- rowlock._schema_nodes(schema): a schema and all that stand in it where the standard has schemas.
create or replace function rowlock._schema_nodes(schema jsonb)
returns setof rowlock.schema_node
language sql stable security invoker
as $$
  with recursive node as (
    select array[]::text[] as path, ''::text as outer_base, _schema_nodes.schema as schema
    union all
    select n.path || c.path,
      case when jsonb_typeof(n.schema -> '$id') = 'string'
        then rowlock._schema_uri(n.outer_base, n.schema ->> '$id') else n.outer_base end,
      c.schema
    from node n
    cross join lateral jsonb_each(case jsonb_typeof(n.schema) when 'object' then n.schema else '{}' end) k
    cross join lateral (
      select array[k.key] as path, k.value as schema
      where k.key in ('items', 'additionalProperties', 'propertyNames', 'contains', 'not', 'if', 'then', 'else',
        'unevaluatedItems', 'unevaluatedProperties', 'contentSchema')
      union all
      select array[k.key, m.key], m.value
      from jsonb_each(case jsonb_typeof(k.value) when 'object' then k.value else '{}' end) m
      where k.key in ('properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas')
      union all
      select array[k.key, (m.n - 1)::text], m.value
      from jsonb_array_elements(case jsonb_typeof(k.value) when 'array' then k.value else '[]' end) with ordinality m (value, n)
      where k.key in ('allOf', 'anyOf', 'oneOf', 'prefixItems')) c
    -- Paths are at most two steps a level; deeper ones are refused by schema_problems.
    where cardinality(n.path) <= 256
  )
  select n.path,
    case when jsonb_typeof(n.schema -> '$id') = 'string'
      then rowlock._schema_uri(n.outer_base, n.schema ->> '$id') else n.outer_base end,
    n.schema
  from node n
$$;

comment on function rowlock._schema_nodes is
  'Each subschema with its path and its own base URI; what stands in enum, const or an unknown keyword is none.';
revoke all on function rowlock._schema_nodes from public;
