-- rowlock._schema_parts(schema, instance, evaluated): what applies to the members or items; given evaluated, to the others.
create or replace function rowlock._schema_parts(
  schema    jsonb,
  instance  jsonb,
  evaluated text[]
)
returns rowlock.schema_application[]
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if evaluated is null then
    if jsonb_typeof(instance) = 'object' then
      if jsonb_typeof(schema -> 'properties') <> 'object' then
        perform rowlock._schema_refuse(
          keyword => 'properties', path => '', message => 'cannot be checked: the schema is malformed');
      end if;
      return array(select a from rowlock._schema_members(schema, instance) a);
    end if;
    return array(select a from rowlock._schema_elements(schema, instance) a);
  end if;
  if jsonb_typeof(instance) = 'object' then
    return array(
      select row('unevaluatedProperties', m.key, null, m.value)::rowlock.schema_application
      from jsonb_each(instance) m where m.key not in (select unnest(evaluated)));
  end if;
  return array(
    select row('unevaluatedItems', (i.n - 1)::text, null, i.value)::rowlock.schema_application
    from jsonb_array_elements(instance) with ordinality i (value, n)
    where (i.n - 1)::text not in (select unnest(evaluated)) order by i.n);
end;
$$;

comment on function rowlock._schema_parts is 'The members or items, with their subschemas; null stands for that of the keyword.';
revoke all on function rowlock._schema_parts from public;
