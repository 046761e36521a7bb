-- rowlock._schema_elements(schema, instance): the subschemas that apply to the items of an array.
create or replace function rowlock._schema_elements(
  schema   jsonb,
  instance jsonb
)
returns setof rowlock.schema_application
language sql stable security invoker
as $$
  with prefix as materialized (
    select p.value, p.n from jsonb_array_elements(schema -> 'prefixItems') with ordinality p (value, n)
  ), item as materialized (
    select i.value, i.n, p.value as schema
    from jsonb_array_elements(instance) with ordinality i (value, n) left join prefix p on p.n = i.n order by i.n
  )
  select case when i.schema is null then 'items' else 'prefixItems' end, (i.n - 1)::text, i.schema, i.value
  from item i where i.schema is not null or _schema_elements.schema ? 'items'
  union all
  select 'contains', (i.n - 1)::text, null, i.value from item i where _schema_elements.schema ? 'contains'
$$;

comment on function rowlock._schema_elements is 'By prefixItems, items and contains, in the order of the items. Where all have the same subschema it is null.';
revoke all on function rowlock._schema_elements from public;
