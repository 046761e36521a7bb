begin;
\ir ../_fixtures.psql
select plan(68);

-- found(schema, instance): path and keyword of each error.
create function found(schema jsonb, instance jsonb) returns text[] language sql as $$
  select coalesce(array_agg(e.path || ' ' || e.keyword order by e.path collate "C", e.keyword), '{}')
  from rowlock.schema_errors(schema => found.schema, instance => found.instance) e;
$$;
-- said(schema, instance): what the one error says.
create function said(schema jsonb, instance jsonb) returns text language sql as $$
  select e.message from rowlock.schema_errors(schema => said.schema, instance => said.instance) e;
$$;

-- What errors look like
select is(found('{"properties": {"a/b": {"type": "string"}, "m~n": false}, "required": ["c", "d"]}', '{"a/b": 1, "m~n": 2}'),
  array[' required', ' required', '/a~1b type', '/m~0n properties'], 'each error names the value by an escaped pointer, and the keyword');
select is(said('{"type": ["integer", "null"]}', '"x"'), 'must be integer, null', 'types are told');
select is(said('{"minimum": 3}', '2'), 'must be at least 3', 'so is a bound');
select is(said('{"enum": ["a", 1]}', '"b"'), 'must be one of a, 1', 'so is an enum');
select is(found('{"items": {"type": "integer"}}', '[1, "a", 2, "b"]'), array['/1 type', '/3 type'], 'every item is told');
select is(found('{"anyOf": [{"type": "string"}, {"minimum": 3}]}', '1'), array[' anyOf'], 'branches of anyOf are not');
select is(found('false', '1'), array[' false'], 'false refuses anything');
select is(found('true', '1'), '{}', 'true takes anything');
select is((select count(*) from rowlock.schema_errors('{"items": {"type": "integer"}}', (select jsonb_agg('x'::text) from generate_series(1, 3000)))),
  1000::bigint, 'a thousand errors are told at most');
select is((select count(*) from rowlock.schema_errors(null, '1')) + (select count(*) from rowlock.schema_errors('false', null)), 0::bigint,
  'without a schema or a value there is nothing to say');

-- Values
select is(found(s, v), e, format('%s of %s', s, left(v::text, 40))) from (values
  ('{"type": "integer"}'::jsonb, '1.0'::jsonb, '{}'::text[]), ('{"type": "integer"}', '1e400', '{}'), ('{"type": "integer"}', '1.5', '{" type"}'),
  ('{"type": "number"}', '1e-400', '{}'), ('{"const": 1}', '1.0', '{}'), ('{"const": {"a": [1, 2]}}', '{"a": [2, 1]}', '{" const"}'),
  ('{"const": false}', '0', '{" const"}'), ('{"enum": [[1], {"a": 1}]}', '{"a": 1.0}', '{}'), ('{"enum": [[1, 2]]}', '[1]', '{" enum"}'),
  ('{"multipleOf": 0.0001}', '0.0075', '{}'), ('{"multipleOf": 0.0001}', '0.00751', '{" multipleOf"}'), ('{"maximum": 1e400}', '1e399', '{}'),
  ('{"exclusiveMaximum": 9007199254740993}', '9007199254740993', '{" exclusiveMaximum"}'), ('{"maximum": 9007199254740993}', '9007199254740994', '{" maximum"}'),
  ('{"maxLength": 2}', '"😀😀"', '{}'), ('{"minLength": 2.0}', '"😀"', '{" minLength"}'), ('{"uniqueItems": true}', '[1, 1.0]', '{" uniqueItems"}'),
  ('{"uniqueItems": true}', '[1, true, {"a": 1, "b": 2}]', '{}'), ('{"minProperties": 1}', '{}', '{" minProperties"}'),
  ('{"dependentRequired": {"a": ["b"]}}', '{"a": 1}', '{" dependentRequired"}'), ('{"required": ["a"]}', '"no object"', '{}')) c (s, v, e);

-- Members, items, branches
select is(found(s, v), e, format('%s of %s', s, v)) from (values
  ('{"properties": {"a": true}, "patternProperties": {"^x": true}, "additionalProperties": false}'::jsonb, '{"a": 1, "x1": 1, "b": 1}'::jsonb,
    '{"/b additionalProperties"}'::text[]),
  ('{"propertyNames": {"maxLength": 2}}', '{"abc": 1}', '{"/abc maxLength"}'),
  ('{"prefixItems": [{"type": "string"}], "items": {"type": "integer"}}', '["a", 1, "b"]', '{"/2 type"}'),
  ('{"contains": {"const": 1}, "minContains": 2, "maxContains": 2}', '[1, 1, 1]', '{" maxContains"}'),
  ('{"contains": {"const": 1}}', '[2]', '{" contains"}'),
  ('{"if": {"required": ["a"]}, "then": {"required": ["b"]}, "else": {"required": ["c"]}}', '{"a": 1, "c": 1}', '{" required"}'),
  ('{"oneOf": [{"minimum": 1}, {"minimum": 2}]}', '3', '{" oneOf"}'),
  ('{"not": {"type": "string"}}', '"a"', '{" not"}'),
  ('{"allOf": [{"properties": {"a": true}}], "unevaluatedProperties": false}', '{"a": 1, "b": 2}', '{"/b unevaluatedProperties"}'),
  ('{"anyOf": [{"properties": {"a": {"type": "string"}}, "required": ["a"]}, {"properties": {"b": true}, "required": ["b"]}], "unevaluatedProperties": false}',
    '{"a": 1, "b": 2}', '{"/a unevaluatedProperties"}'),
  ('{"prefixItems": [true], "contains": {"type": "string"}, "unevaluatedItems": false}', '[1, "a", 2]', '{"/2 unevaluatedItems"}')) c (s, v, e);

-- References
select is(found('{"$ref": "#/$defs/tree", "$defs": {"tree": {"type": "object", "additionalProperties": {"$ref": "#/$defs/tree"}}}}', '{"a": {"b": 1}}'),
  array['/a/b type'], 'a schema may come to itself further down in the value');
select is(found('{"$defs": {"a b": {"$anchor": "there", "type": "string"}}, "allOf": [{"$ref": "#there"}, {"$ref": "#/$defs/a%20b"}]}', '1'),
  array[' type', ' type'], 'references are anchors or pointers, with escapes');
select is(found('{"$id": "https://example.org/a/", "$ref": "b#c", "$defs": {"b": {"$id": "b", "$defs": {"c": {"$anchor": "c", "type": "null"}}}}}', '1'),
  array[' type'], 'they are resolved by $id');
select is(found('{"$ref": "https://json-schema.org/draft/2020-12/schema"}', '{"properties": {"a": {"minLength": -1}}}'),
  array['/properties/a/minLength minimum'], 'the metaschema is at hand');
select is(found('{"$ref": "https://example.org/other"}', '1'), array[' $ref'], 'no other document is ever fetched');

-- A schema that cannot be applied
select is(found(s, '1'), e, format('nothing passes for %s', s)) from (values
  ('{"not": {"$ref": "#/$defs/none"}}'::jsonb, '{" $ref"}'::text[]), ('{"anyOf": [{"$ref": "#/none"}, {"type": "integer"}]}', '{" $ref"}'),
  ('{"not": {"minimum": "x"}}', '{" schema"}'), ('{"not": {"allOf": {}}}', '{" schema"}'), ('{"not": {"$ref": "#"}}', '{" $ref"}'), ('3', '{" schema"}'),
  ('{"if": {"$ref": "#/none"}, "then": false}', '{" $ref"}')) c (s, e);
select is(said('{"$ref": "#/none"}', '1'), 'cannot be checked: the schema has nothing at #/none', 'and the error says so');

-- Patterns and formats
select is(found(jsonb_build_object('pattern', p), to_jsonb(v)), e, format('%L against %L', v, p)) from (values
  ('^\d$', '٣', '{" pattern"}'::text[]), ('^\w+$', 'é', '{" pattern"}'), ('^\p{L}+$', 'Éa', '{}'), ('^.$', E'\n', '{" pattern"}'), ('^a$', E'a\n', '{" pattern"}'),
  ('^\u{1F600}$', '😀', '{}'), ('b', 'abc', '{}'), ('^a{300}$', repeat('a', 300), '{}'), ('^(?=.*\d).{3}$', 'ab1', '{}')) c (p, v, e);
select is(found('{"format": "date"}', '"2023-02-29"'), array[' format'], 'formats are asserted');
select is((select count(*) from rowlock.schema_errors('{"format": "date"}', '"2023-02-29"', false)), 0::bigint, 'unless the caller says otherwise');
select is(found('{"format": "x-own"}', '"a"'), '{}', 'a format that is not known holds for all');

-- Who may call
select login('tap_user', 'user', who('worker'));
select lives_ok($$select as_login('tap_user', 'select count(*) from rowlock.schema_errors(schema => ''true'', instance => ''1'')')$$, 'a login may ask');

select * from finish();
rollback;
