begin;
\ir ../_fixtures.psql
select plan(36);

create function found(schema jsonb) returns text[] language sql as $$
  select coalesce(array_agg(e.path || ' ' || e.keyword order by e.path collate "C", e.keyword), '{}')
  from rowlock.schema_problems(schema => found.schema) e;
$$;
create function said(schema jsonb) returns text language sql as $$
  select e.message from rowlock.schema_problems(schema => said.schema) e;
$$;

-- What is no problem
select is(found(s), '{}', format('%s has no problem', s)) from (values
  ('true'::jsonb), ('{}'), ('{"type": "object", "properties": {"a": {"type": ["string", "null"], "x-lt-bind": 3}}, "format": "x-own"}'),
  ('{"$schema": "https://json-schema.org/draft/2020-12/schema"}'), ('{"enum": [], "minLength": 2.0, "required": []}'),
  ('{"const": {"$ref": "#/none", "type": "int"}, "default": {"minimum": "x"}, "x-own": {"type": 3}}'),
  ('{"$ref": "#/$defs/a", "$defs": {"a": {"items": {"$ref": "#/$defs/a"}}}}'),
  ('{"pattern": "^\\p{Lu}(?:a|b){2,300}$", "patternProperties": {"^x-": true}}')) c (s);

-- Keywords
select is(found(s), e, format('%s is told', s)) from (values
  ('{"type": "int", "properties": {"a/b": {"minLength": -1}}}'::jsonb, '{" type","/properties/a~1b minLength"}'::text[]),
  ('{"type": ["string", "string"]}', '{" type"}'), ('{"minimum": "1"}', '{" minimum"}'), ('{"multipleOf": 0}', '{" multipleOf"}'),
  ('{"required": ["a", "a"]}', '{" required"}'), ('{"dependentRequired": {"a": "b"}}', '{" dependentRequired"}'), ('{"enum": 1}', '{" enum"}'),
  ('{"allOf": []}', '{" allOf"}'), ('{"anyOf": [1, {"not": null}]}', '{"/anyOf/0 0","/anyOf/1/not not"}'), ('{"uniqueItems": "yes"}', '{" uniqueItems"}'),
  ('{"$id": "#a"}', '{" $id"}'), ('{"$anchor": "a b"}', '{" $anchor"}'), ('{"$defs": {"a": {"$anchor": "x"}, "b": {"$dynamicAnchor": "x"}}}', '{"/$defs/b $anchor"}'),
  ('{"$schema": "http://json-schema.org/draft-07/schema#"}', '{" $schema"}'), ('[]', '{" schema"}')) c (s, e);
select is(said('{"items": [true]}'), 'must be one schema: a list of them is prefixItems', 'a list of schemas in items is explained');
select is((select count(*) from rowlock.schema_problems(null)), 0::bigint, 'no schema has no problem');

-- Patterns
select is(said(jsonb_build_object('pattern', p)), m, format('%L is told', left(p, 30))) from (values
  ('(a)\1', 'refers back to a group: Postgres cannot bound that'), ('(', 'leaves a group open'), ('a{9999}', 'repeats more than 2000 times: say it by maxLength'),
  ('(a?b?){0,200}', 'repeats more than Postgres can bound: keep the counts small'), ('\Z', 'has the unknown escape \Z'),
  ('[b-a]', 'is no regular expression of ECMA 262, or too complex'), (repeat('a', 1001), 'is longer than 1000 characters')) c (p, m);
select is(found('{"patternProperties": {"(": true}}'), array[' patternProperties'], 'names are patterns too');

-- References
select is(said('{"$ref": "#/$defs/a"}'), 'names nothing in the schema; other documents are never fetched', 'a reference that names nothing is told');
select is(found('{"$defs": {"a": {"allOf": [{"$ref": "#/$defs/a"}]}}}'), array['/$defs/a/allOf/0 $ref'], 'so is a circle');

-- Who may call
select login('tap_user', 'user', who('worker'));
select lives_ok($$select as_login('tap_user', 'select count(*) from rowlock.schema_problems(schema => ''true'')')$$, 'a login may ask');

select * from finish();
rollback;
