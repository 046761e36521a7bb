-- rowlock._schema_elements(schema, instance): the subschemas that apply to the items of an array.
create or replace function rowlock._schema_elements(
  schema   jsonb,
  instance jsonb
)
returns setof rowlock.schema_application
language sql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
  with part as materialized (
    select schema -> 'items' as items, schema -> 'contains' as contained, schema -> 'prefixItems' as prefix
  ), prefix as materialized (
    select p.value, p.n from part, jsonb_array_elements(part.prefix) with ordinality p (value, n)
  ), item as materialized (
    select i.value, i.n, p.value as schema
    from jsonb_array_elements(instance) with ordinality i (value, n) left join prefix p on p.n = i.n
  )
  select case when i.schema is null then 'items' else 'prefixItems' end, (i.n - 1)::text, coalesce(i.schema, part.items), i.value
  from part, item i where i.schema is not null or part.items is not null
  union all
  select 'contains', (i.n - 1)::text, part.contained, i.value from part, item i where part.contained is not null
$$;

comment on function rowlock._schema_elements is 'By prefixItems, items and contains, in the order of the items.';
revoke all on function rowlock._schema_elements from public;
