-- rowlock._form_nested(schema): does a schema ask for what the rules of forms do not look at?
create or replace function rowlock._form_nested(schema jsonb)
returns boolean
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return schema = 'false'
    or schema ?| array[
      'patternProperties', 'additionalProperties', 'propertyNames', 'unevaluatedProperties', 'minProperties', 'maxProperties',
      'dependentRequired', 'dependentSchemas', 'items', 'prefixItems', 'contains', 'minItems', 'maxItems', 'uniqueItems',
      'unevaluatedItems', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'const', 'multipleOf',
      '$ref', '$dynamicRef', '$id', '$anchor', '$dynamicAnchor']
    or jsonb_typeof(schema -> 'type') = 'array'
    or schema ->> 'format' not in ('email', 'uri', 'password', 'textarea');
end;
$$;

comment on function rowlock._form_nested is
  'Structure, items, combinators, references, const, multipleOf, several types, other formats. Of a form it does not ask for properties and required.';
revoke all on function rowlock._form_nested from public;
