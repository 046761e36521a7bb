-- rowlock._schema_members(schema, instance): the subschemas that apply to the members of an object.
create or replace function rowlock._schema_members(
  schema   jsonb,
  instance jsonb
)
returns setof rowlock.schema_application
language sql stable security invoker
as $$
  with part as materialized (
    select schema -> 'properties' as properties, schema -> 'patternProperties' as patterns,
      schema ? 'additionalProperties' as additional, schema ? 'propertyNames' as names
  ), pattern as materialized (
    select (rowlock._schema_pattern(p.key)).regex, p.value as schema from part, jsonb_each(part.patterns) p
  ), member as materialized (
    select m.key, m.value, part.properties -> m.key as schema from part, jsonb_each(instance) m
  ), matched as materialized (
    select m.key, m.value, p.schema from member m join pattern p on m.key collate "C" ~ p.regex collate "C"
  )
  select 'properties', m.key, m.schema, m.value from member m where m.schema is not null
  union all
  select 'patternProperties', m.key, m.schema, m.value from matched m
  union all
  select 'additionalProperties', m.key, null, m.value
  from part, member m
  where part.additional and m.schema is null and not exists (select from matched x where x.key = m.key)
  union all
  select 'propertyNames', m.key, null, to_jsonb(m.key) from part, member m where part.names
$$;

comment on function rowlock._schema_members is
  'By properties, patternProperties, additionalProperties and propertyNames; members that none of them reaches are left out. Where all have the same subschema it is null.';
revoke all on function rowlock._schema_members from public;
