-- rowlock._schema_branches(schema, instance): the subschemas that apply to the value itself.
create or replace function rowlock._schema_branches(
  schema   jsonb,
  instance jsonb
)
returns setof rowlock.schema_application
language sql stable security invoker
as $$
  select k.key, b.token, b.schema, instance
  from (values ('$ref', 1), ('$dynamicRef', 1), ('not', 2), ('if', 2), ('then', 3), ('else', 3),
    ('allOf', 4), ('anyOf', 4), ('oneOf', 4), ('dependentSchemas', 5)) k (key, kind)
  cross join lateral (
    select schema ->> k.key as token, null::jsonb as schema, 1 as n where k.kind = 1
    union all
    select null, schema -> k.key, 1 where k.kind = 2 or k.kind = 3 and schema ? 'if'
    union all
    select (a.n - 1)::text, a.value, a.n
    from jsonb_array_elements(case when k.kind = 4 then schema -> k.key end) with ordinality a (value, n)
    union all
    select d.key, d.value, 1
    from jsonb_each(case when k.kind = 5 and jsonb_typeof(instance) = 'object' then schema -> k.key end) d
    where instance ? d.key) b
  where _schema_branches.schema ? k.key
$$;

comment on function rowlock._schema_branches is
  'By $ref and $dynamicRef (the reference as token), not, if, then, else, allOf, anyOf, oneOf and dependentSchemas, in this order.';
revoke all on function rowlock._schema_branches from public;
