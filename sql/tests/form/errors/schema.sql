-- What a schema asks beyond the rules of forms: structure, items, combinators, and the form as a whole.
begin;
\ir ../../_fixtures.psql
select plan(71);

create function told(form_schema jsonb, payload jsonb) returns text language sql as $$
  select string_agg(f.field || ': ' || f.message, ' | ')
  from rowlock.form_errors(form_schema => told.form_schema, payload => told.payload, context => '{"metadata": {"on": true}}') f;
$$;

-- A field with structure
create temp table form as select '{
  "required": ["address"],
  "properties": {
    "address": {"type": "object", "required": ["street"], "properties": {"street": {"type": "string", "minLength": 3}, "zip": {"type": "string", "pattern": "^\\d+$"}}},
    "lines": {"type": "array", "minItems": 1, "uniqueItems": true, "items": {"type": "object", "required": ["sku"], "properties": {"sku": {"type": "string"}, "a/b": {"maximum": 1}}}},
    "note": {"type": "string", "maxLength": 3}}}'::jsonb as s;
select is(told((select f.s from form f), p::jsonb), m, format('structure: %s', p))
from (values
  ('{"address": {"street": "Main"}, "lines": [{"sku": "a"}]}', null),
  ('{"address": {"street": "x", "zip": "1"}}', 'address: street must have at least 3 characters'),
  ('{"address": {"zip": "1"}}', 'address: Must have street'),
  ('{"address": {"street": "Main"}, "lines": []}', 'lines: Must have at least 1 items'),
  ('{"address": {"street": "Main"}, "lines": [{"sku": "a"}, {}]}', 'lines: [1] must have sku'),
  ('{"address": {"street": "Main"}, "lines": [{"sku": "a", "a/b": 2}]}', 'lines: [0].a/b must be at most 1'),
  ('{"address": {}, "lines": "a", "note": "long"}', 'note: Must have at most 3 characters (has 4) | lines: Must be a list | address: This is required'),
  ('{"address": {"street": "M"}, "note": "long"}', 'note: Must have at most 3 characters (has 4) | address: street must have at least 3 characters')) t (p, m);
select is(told(jsonb_build_object('properties', jsonb_build_object('f', f::jsonb)), jsonb_build_object('f', v::jsonb)), 'f: ' || m, format('%s of %s', f, v))
from (values ('{"const": 3}', '4', 'Must be 3'), ('{"multipleOf": 0.01}', '0.001', 'Must be a multiple of 0.01'), ('{"not": {"const": 1}}', '1', null), ('{"anyOf": [{"type": "number"}, {"minLength": 3}]}', '"ab"', null),
  ('{"oneOf": [{"type": "string"}, {"minLength": 1}]}', '"ab"', null), ('{"type": ["string", "null"]}', '3', null), ('{"format": "date"}', '"2026-02-30"', null), ('{"prefixItems": [{"type": "string"}]}', '[1]', null),
  ('{"contains": {"const": 1}}', '[2]', null), ('{"allOf": [{"minimum": 3}]}', '1', 'Must be at least 3'), ('{"if": {"minimum": 3}, "then": {"maximum": 4}}', '5', 'Must be at most 4'),
  ('false', '1', 'Is not allowed')) t (f, v, m)
where m is not null;
select isnt(told(jsonb_build_object('properties', jsonb_build_object('f', f::jsonb)), jsonb_build_object('f', v::jsonb)), null, format('%s of %s is refused', f, v))
from (values ('{"not": {"const": 1}}', '1'), ('{"anyOf": [{"type": "number"}, {"minLength": 3}]}', '"ab"'), ('{"oneOf": [{"type": "string"}, {"minLength": 1}]}', '"ab"'), ('{"type": ["string", "null"]}', '3'),
  ('{"format": "date"}', '"2026-02-30"'), ('{"format": "uuid"}', '"x"'), ('{"prefixItems": [{"type": "string"}]}', '[1]'), ('{"contains": {"const": 1}}', '[2]')) t (f, v);
select is(told(jsonb_build_object('properties', jsonb_build_object('f', f::jsonb)), jsonb_build_object('f', v::jsonb)), null, format('%s left alone: %s', f, v))
from (values ('{"const": 3}', 'null'), ('{"type": "object", "minProperties": 1}', 'null'), ('{"format": "date"}', '""'), ('false', 'null'), ('{"items": false}', '""'), ('{"format": "password"}', '"x"'), ('{"format": "textarea"}', '"x"')) t (f, v);
select is(told('{"properties": {"f": {"$ref": "#/$defs/code"}}, "$defs": {"code": {"type": "string", "minLength": 3}}}', '{"f": "ab"}'), 'f: Must have at least 3 characters', 'a field may be a reference');
select is(told('{"properties": {"f": {"$ref": "#/properties/g"}, "g": {"type": "string", "minLength": 3}}}', '{"f": "ab", "g": "abc"}'), 'f: Must have at least 3 characters', 'also to another field');
select is(told('{"properties": {"f": {"$ref": "#code"}, "g": {"$anchor": "code", "minLength": 3}}}', '{"f": "ab", "g": "abc"}'), 'f: Must have at least 3 characters', 'or to an anchor');
select is(told('{"properties": {"f": {"x-lt-bind": "a.b", "items": {"type": "number"}}}}', '{"a": {"b": [1, "x"]}}'), 'f: [1] must be number', 'wherever the payload has it');
select is(told('{"properties": {"f": {"x-lt-showIf": "!metadata.on", "items": {"type": "number"}}}}', '{"f": ["x"]}'), null, 'a hidden field is skipped with its structure');

-- The form as a whole, which speaks of fields and not of where they are bound
create temp table whole as select '{"additionalProperties": false, "minProperties": 2, "dependentRequired": {"a": ["b"]},
  "properties": {"a": {"x-lt-bind": "x.y"}, "b": {}, "c": {"x-lt-showIf": "!metadata.on"}}}'::jsonb as s;
select is(told((select w.s from whole w), p::jsonb), m, format('the whole: %s', p))
from (values
  ('{"x": {"y": 1, "z": 2}, "b": 1}', null), ('{"x": {"y": 1}, "b": 1, "c": 7}', null), ('{"x": {"y": 1}, "b": 1, "zz": 1, "q": 1}', 'q: Is not allowed | zz: Is not allowed'),
  ('{"x": {"y": 1}, "c": 1}', ': Must have b, with a'), ('{"x": {"y": 1}, "b": ""}', ': Must have b, with a'), ('{"b": 1}', ': Must have at least 2 members')) t (p, m);
select is(told('{"if": {"properties": {"kind": {"const": "express"}}, "required": ["kind"]}, "then": {"required": ["by"], "properties": {"kind": {"maxLength": 3}}}, "properties": {"kind": {"type": "string"}, "by": {}}}', p::jsonb), m, p)
from (values ('{"kind": "express", "by": ""}', 'kind: Must have at most 3 characters | : Must have by'), ('{"kind": "slow"}', null), ('{}', null)) t (p, m);
select is(told('{"$ref": "#/$defs/form", "$defs": {"form": {"required": ["z"], "properties": {"z": {"type": "number"}}}}}', p::jsonb), m, format('a form by reference: %s', p))
from (values ('{"z": 1}', null), ('{"z": "1"}', 'z: Must be number'), ('{}', ': Must have z')) t (p, m);
select is(told('{"required": ["b", "a"], "properties": {"b": {}}}', p::jsonb), m, format('required without a field: %s', p))
from (values ('{}', 'b: This is required | a: This is required'), ('{"a": " ", "b": 1}', 'a: This is required'), ('{"a": 0, "b": 0}', null)) t (p, m);
select is(told('false', '{}'), ': Is not allowed', 'a form that is false takes nothing');
select isnt(told('{"type": "array"}', '{}'), null, 'an answer is an object, so one that is a list takes nothing');
select is(told('{"type": "object", "title": "T", "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "urn:form", "x-lt-help": "h", "properties": {"f": {"type": "string"}}}', '{"f": "a", "g": 1}'), null,
  'what says nothing asks for nothing');

-- Schemas of before they were checked: what cannot be checked does not pass, and does not fail the call
select is(told(jsonb_build_object('properties', jsonb_build_object('f', f::jsonb)), '{"f": "x"}'), 'f: Cannot be checked: its pattern is too costly, or malformed', f)
from unnest(array['{"pattern": "("}', '{"pattern": "(a{100}){100}"}', '{"pattern": "(?<!a)b\\1"}']) f;
select alike(told('{"properties": {"f": {"$ref": "https://example.com/x"}}}', '{"f": 1}'), 'f: Cannot be checked: %', 'a reference that leads nowhere');
select isnt(told(s::jsonb, '{"f": "x", "n": 1}'), null, format('malformed, so nothing passes: %s', s))
from unnest(array['7', '"x"', '[]', '{"properties": []}', '{"properties": {"f": 7}}', '{"properties": {"f": "x"}}', '{"required": "f"}', '{"required": {}}',
  '{"properties": {"f": {"enum": 7}}}', '{"properties": {"f": {"type": "text"}}}', '{"properties": {"f": {"type": 7}}}', '{"properties": {"f": {"pattern": 7}}}',
  '{"properties": {"f": {"minLength": {}}}}', '{"properties": {"f": {"format": 7}}}', '{"properties": {"n": {"minimum": {}}}}', '{"properties": {"n": {"maximum": "x"}}}']) s;

select * from finish();
rollback;
