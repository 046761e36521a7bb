-- rowlock._schema_meta(): the metaschema of draft 2020-12 and its vocabularies, by name.
create or replace function rowlock._schema_meta()
returns jsonb
language sql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
  -- What asserts something; titles and remarks are left out.
  select '{
    "schema":
      {"$id": "https://json-schema.org/draft/2020-12/schema", "$dynamicAnchor": "meta", "allOf": [{"$ref":
      "meta/core"}, {"$ref": "meta/applicator"}, {"$ref": "meta/unevaluated"}, {"$ref": "meta/validation"}, {"$ref":
      "meta/meta-data"}, {"$ref": "meta/format-annotation"}, {"$ref": "meta/content"}], "type": ["object", "boolean"],
      "properties": {"definitions": {"type": "object", "additionalProperties": {"$dynamicRef": "#meta"}},
      "dependencies": {"type": "object", "additionalProperties": {"anyOf": [{"$dynamicRef": "#meta"}, {"$ref":
      "meta/validation#/$defs/stringArray"}]}}, "$recursiveAnchor": {"$ref": "meta/core#/$defs/anchorString"},
      "$recursiveRef": {"$ref": "meta/core#/$defs/uriReferenceString"}}},
    "meta/core":
      {"$id": "https://json-schema.org/draft/2020-12/meta/core", "$dynamicAnchor": "meta", "type": ["object",
      "boolean"], "properties": {"$id": {"$ref": "#/$defs/uriReferenceString", "pattern": "^[^#]*#?$"}, "$schema":
      {"$ref": "#/$defs/uriString"}, "$ref": {"$ref": "#/$defs/uriReferenceString"}, "$anchor": {"$ref":
      "#/$defs/anchorString"}, "$dynamicRef": {"$ref": "#/$defs/uriReferenceString"}, "$dynamicAnchor": {"$ref":
      "#/$defs/anchorString"}, "$vocabulary": {"type": "object", "propertyNames": {"$ref": "#/$defs/uriString"},
      "additionalProperties": {"type": "boolean"}}, "$comment": {"type": "string"}, "$defs": {"type": "object",
      "additionalProperties": {"$dynamicRef": "#meta"}}}, "$defs": {"anchorString": {"type": "string", "pattern":
      "^[A-Za-z_][-A-Za-z0-9._]*$"}, "uriString": {"type": "string", "format": "uri"}, "uriReferenceString": {"type":
      "string", "format": "uri-reference"}}},
    "meta/applicator":
      {"$id": "https://json-schema.org/draft/2020-12/meta/applicator", "$dynamicAnchor": "meta", "type": ["object",
      "boolean"], "properties": {"prefixItems": {"$ref": "#/$defs/schemaArray"}, "items": {"$dynamicRef": "#meta"},
      "contains": {"$dynamicRef": "#meta"}, "additionalProperties": {"$dynamicRef": "#meta"}, "properties": {"type":
      "object", "additionalProperties": {"$dynamicRef": "#meta"}}, "patternProperties": {"type": "object",
      "additionalProperties": {"$dynamicRef": "#meta"}, "propertyNames": {"format": "regex"}}, "dependentSchemas":
      {"type": "object", "additionalProperties": {"$dynamicRef": "#meta"}}, "propertyNames": {"$dynamicRef": "#meta"},
      "if": {"$dynamicRef": "#meta"}, "then": {"$dynamicRef": "#meta"}, "else": {"$dynamicRef": "#meta"}, "allOf":
      {"$ref": "#/$defs/schemaArray"}, "anyOf": {"$ref": "#/$defs/schemaArray"}, "oneOf": {"$ref":
      "#/$defs/schemaArray"}, "not": {"$dynamicRef": "#meta"}}, "$defs": {"schemaArray": {"type": "array", "minItems":
      1, "items": {"$dynamicRef": "#meta"}}}},
    "meta/unevaluated":
      {"$id": "https://json-schema.org/draft/2020-12/meta/unevaluated", "$dynamicAnchor": "meta", "type": ["object",
      "boolean"], "properties": {"unevaluatedItems": {"$dynamicRef": "#meta"}, "unevaluatedProperties":
      {"$dynamicRef": "#meta"}}},
    "meta/validation":
      {"$id": "https://json-schema.org/draft/2020-12/meta/validation", "$dynamicAnchor": "meta", "type": ["object",
      "boolean"], "properties": {"type": {"anyOf": [{"$ref": "#/$defs/simpleTypes"}, {"type": "array", "items":
      {"$ref": "#/$defs/simpleTypes"}, "minItems": 1, "uniqueItems": true}]}, "const": true, "enum": {"type": "array",
      "items": true}, "multipleOf": {"type": "number", "exclusiveMinimum": 0}, "maximum": {"type": "number"},
      "exclusiveMaximum": {"type": "number"}, "minimum": {"type": "number"}, "exclusiveMinimum": {"type": "number"},
      "maxLength": {"$ref": "#/$defs/nonNegativeInteger"}, "minLength": {"$ref":
      "#/$defs/nonNegativeIntegerDefault0"}, "pattern": {"type": "string", "format": "regex"}, "maxItems": {"$ref":
      "#/$defs/nonNegativeInteger"}, "minItems": {"$ref": "#/$defs/nonNegativeIntegerDefault0"}, "uniqueItems":
      {"type": "boolean"}, "maxContains": {"$ref": "#/$defs/nonNegativeInteger"}, "minContains": {"$ref":
      "#/$defs/nonNegativeInteger"}, "maxProperties": {"$ref": "#/$defs/nonNegativeInteger"}, "minProperties":
      {"$ref": "#/$defs/nonNegativeIntegerDefault0"}, "required": {"$ref": "#/$defs/stringArray"},
      "dependentRequired": {"type": "object", "additionalProperties": {"$ref": "#/$defs/stringArray"}}}, "$defs":
      {"nonNegativeInteger": {"type": "integer", "minimum": 0}, "nonNegativeIntegerDefault0": {"$ref":
      "#/$defs/nonNegativeInteger"}, "simpleTypes": {"enum": ["array", "boolean", "integer", "null", "number",
      "object", "string"]}, "stringArray": {"type": "array", "items": {"type": "string"}, "uniqueItems": true}}},
    "meta/meta-data":
      {"$id": "https://json-schema.org/draft/2020-12/meta/meta-data", "$dynamicAnchor": "meta", "type": ["object",
      "boolean"], "properties": {"title": {"type": "string"}, "description": {"type": "string"}, "default": true,
      "deprecated": {"type": "boolean"}, "readOnly": {"type": "boolean"}, "writeOnly": {"type": "boolean"},
      "examples": {"type": "array", "items": true}}},
    "meta/format-annotation":
      {"$id": "https://json-schema.org/draft/2020-12/meta/format-annotation", "$dynamicAnchor": "meta", "type":
      ["object", "boolean"], "properties": {"format": {"type": "string"}}},
    "meta/content":
      {"$id": "https://json-schema.org/draft/2020-12/meta/content", "$dynamicAnchor": "meta", "type": ["object",
      "boolean"], "properties": {"contentEncoding": {"type": "string"}, "contentMediaType": {"type": "string"},
      "contentSchema": {"$dynamicRef": "#meta"}}}
  }'::jsonb
$$;

comment on function rowlock._schema_meta is
  'What a $ref to https://json-schema.org/draft/2020-12/… finds; any other remote document is unknown.';
revoke all on function rowlock._schema_meta from public;
