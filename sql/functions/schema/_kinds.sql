-- rowlock._schema_kinds(): what the value of each keyword must be.
create or replace function rowlock._schema_kinds()
returns jsonb
language sql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
  select '{
    "$id": "id", "$schema": "dialect", "$ref": "string", "$dynamicRef": "string", "$anchor": "anchor", "$dynamicAnchor": "anchor",
    "$comment": "string", "$defs": "object", "definitions": "object", "$vocabulary": "object",
    "type": "types", "enum": "array",
    "minimum": "number", "maximum": "number", "exclusiveMinimum": "number", "exclusiveMaximum": "number", "multipleOf": "step",
    "minLength": "count", "maxLength": "count", "pattern": "string", "format": "string",
    "minItems": "count", "maxItems": "count", "minContains": "count", "maxContains": "count", "uniqueItems": "boolean",
    "minProperties": "count", "maxProperties": "count", "required": "names", "dependentRequired": "named",
    "properties": "object", "patternProperties": "object", "dependentSchemas": "object",
    "allOf": "list", "anyOf": "list", "oneOf": "list", "prefixItems": "list",
    "title": "string", "description": "string", "deprecated": "boolean", "readOnly": "boolean", "writeOnly": "boolean",
    "examples": "array", "contentEncoding": "string", "contentMediaType": "string"
  }'::jsonb
$$;

comment on function rowlock._schema_kinds is
  '{keyword: kind}, for _schema_is_kind; the keywords that hold one schema are left out, since _schema_nodes has that schema.';
revoke all on function rowlock._schema_kinds from public;
