-- What is wrong with one answer: each rule of a field, and which of several is told.
begin;
\ir ../../_fixtures.psql
select plan(133);

-- said(field, value, required): the message about the one field of a form; value null: the payload has no such key.
create function said(field jsonb, value jsonb, required boolean default false, context jsonb default '{}') returns text language sql as $$
  select string_agg(f.field || ': ' || f.message, ' | ')
  from rowlock.form_errors(
    form_schema => jsonb_build_object('properties', jsonb_build_object('f', said.field), 'required', case when required then '["f"]'::jsonb else '[]' end),
    payload => jsonb_strip_nulls(jsonb_build_object('f', 'null'::jsonb)) || case when value is null then '{}' else jsonb_build_object('f', value) end,
    context => said.context) f;
$$;

-- Required
select is(said('{}', v::jsonb, true), 'f: ' || m, format('a required field is not answered by %s', coalesce(v, 'nothing')))
from (values (null, 'This is required'), ('null', 'This is required'), ('false', 'This must be checked'), ('""', 'This is required'), ('" \t\n "', 'This is required'),
  ('{}', 'This is required'), ('{"a": false, "b": 0, "c": "", "d": null}', 'This is required')) t (v, m);
select is(said('{}', v::jsonb, true), null, format('a required field is answered by %s', v))
from unnest(array['0', '0.0', '-1', '[]', '[null]', '"a"', '" a "', '"0"', '"false"', 'true', '{"a": true}', '{"a": {}}', '{"a": []}', '{"a": "x", "b": false}']) v;
select is(said('{"type": "string", "minLength": 3, "enum": ["abc"]}', v::jsonb), null, format('a field that is not required may be left alone: %s', coalesce(v, 'nothing')))
from unnest(array[null, 'null', '""']) v;
select is(said('{"type": "string"}', 'false', true), 'f: This must be checked', 'required comes before the type');
select is(said('true', null, true), 'f: This is required', 'a schema that is true may be required');

-- Type
select is(said(jsonb_build_object('type', t), v::jsonb), 'f: ' || m, format('%s is no %s', v, t))
from (values ('string', '1', 'Must be text'), ('string', 'true', 'Must be text'), ('string', '[]', 'Must be text'), ('string', '{"a": 1}', 'Must be text'),
  ('number', '"1"', 'Must be a number'), ('number', 'true', 'Must be a number'), ('number', '" "', 'Must be a number'), ('integer', '1.5', 'Must be a whole number'),
  ('integer', '"1"', 'Must be a whole number'), ('boolean', '"true"', 'Must be true or false'), ('boolean', '0', 'Must be true or false'),
  ('array', '{"0": 1}', 'Must be a list'), ('array', '"a"', 'Must be a list'), ('object', '[]', 'Must be a group of values'), ('object', '"a"', 'Must be a group of values'),
  ('null', '1', 'Must be left empty')) t (t, v, m);
select is(said(jsonb_build_object('type', t), v::jsonb), null, format('%s is a %s, or left alone', v, t))
from (values ('string', '"1"'), ('string', 'null'), ('string', '""'), ('number', '1'), ('number', '1.5'), ('number', '1e300'), ('number', 'null'), ('number', '""'),
  ('integer', '1'), ('integer', '1.0'), ('integer', '-3e2'), ('integer', '100000000000000000000000000000000000000000'), ('boolean', 'false'), ('boolean', '""'),
  ('array', '[]'), ('object', '{}'), ('null', 'null')) t (t, v);

-- Choices
select is(said('{"enum": ["a", 1, null, {"x": 1}, true]}', v::jsonb), null, format('%s is on offer', v))
from unnest(array['"a"', '1', '1.0', '{"x": 1}', 'true']) v;
select is(said('{"enum": ["a", 1, {"x": 1}]}', v::jsonb), 'f: Must be one of: a, 1, {"x": 1}', format('%s is not on offer', v))
from unnest(array['"b"', '"A"', '"1"', '2', '{"x": 2}', '{"x": 1, "y": 1}', '{}', 'true', '[]', '["a"]', '[1]']) v;
select is(said(jsonb_build_object('enum', (select jsonb_agg(i) from generate_series(1, 21) i)), '0'),
  'f: Must be one of: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, …', 'of many choices the first are told');
select is(said('{"enum": []}', '1'), 'f: There is nothing to choose from', 'a choice of nothing takes nothing');
select is(said('{"type": "string", "enum": [1]}', '2'), 'f: Must be text', 'the type comes before the choices');

-- Lengths, in characters
select is(said('{"minLength": 2, "maxLength": 3}', v::jsonb), 'f: ' || m, format('the length of %s', v))
from (values ('"a"', 'Must have at least 2 characters (has 1)'), ('"abcd"', 'Must have at most 3 characters (has 4)'), ('"💡"', 'Must have at least 2 characters (has 1)'),
  ('" "', 'Must have at least 2 characters (has 1)')) t (v, m);
select is(said('{"minLength": 2, "maxLength": 3}', v::jsonb), null, format('the length of %s will do', v)) from unnest(array['"ab"', '"abc"', '"💡💡💡"', '"  "', '1', '[1]', 'true']) v;
select is(said('{"maxLength": 3, "enum": ["abc"]}', '"abcd"'), 'f: Must be one of: abc', 'the choices come before the lengths');
select is(said('{"minLength": 1.0}', '"a"'), null, 'a length may be written 1.0');

-- Pattern, format
select is(said('{"pattern": "^[A-Z]{2}$"}', '"ab"'), 'f: Does not have the expected form', 'a pattern that is not met');
select is(said('{"pattern": "^[A-Z]{2}$", "x-lt-pattern-error": "Two capitals, please"}', '"ab"'), 'f: Two capitals, please', 'x-lt-pattern-error says it better');
select is(said('{"pattern": "^[A-Z]{2}$"}', v::jsonb), null, format('%s meets the pattern, or is no text', v)) from unnest(array['"AB"', '12', '[]']) v;
select is(said('{"pattern": "b"}', '"abc"'), null, 'a pattern is met anywhere');
select is(said('{"pattern": "^a", "minLength": 3, "x-lt-pattern-error": "no"}', '"b"'), 'f: Must have at least 3 characters (has 1)', 'the lengths come before the pattern');
select is(said('{"format": "email"}', v::jsonb), 'f: Must be an email address, like ada@example.com', format('%s is no email address', v))
from unnest(array['"ada"', '"ada@"', '"@example.com"', '"ada@example"', '"a da@example.com"', '"ada@example.com "', '"a@b@example.com"', '" "']) v;
select is(said('{"format": "email"}', v::jsonb), null, format('%s is an email address, or no text', v)) from unnest(array['"ada@example.com"', '"a.b+c@x.co"', '""', '1']) v;
select is(said('{"format": "uri"}', v::jsonb), 'f: Must be a link, like https://example.com', format('%s is no link', v))
from unnest(array['"example.com"', '"/a/b"', '"https://exa mple.com"', '"not a link"', '"://x"', '"1x:y"']) v;
select is(said('{"format": "uri"}', v::jsonb), null, format('%s is a link', v)) from unnest(array['"https://example.com"', '"http://x/y?z=1#a"', '"mailto:ada@example.com"', '""']) v;
select is(said('{"format": "email", "pattern": "^a", "x-lt-pattern-error": "starts with a"}', '"b"'), 'f: starts with a', 'the pattern comes before the format');

-- Sizes
select is(said(f::jsonb, v::jsonb), 'f: ' || m, format('%s of %s', f, v))
from (values ('{"minimum": 2}', '1', 'Must be at least 2'), ('{"maximum": 2}', '2.1', 'Must be at most 2'), ('{"exclusiveMinimum": 2}', '2', 'Must be more than 2'),
  ('{"exclusiveMaximum": 2.50}', '2.5', 'Must be less than 2.5'), ('{"minimum": 2, "exclusiveMinimum": 1}', '0', 'Must be at least 2'),
  ('{"minimum": -1e400}', '-1e401', 'Must be at least -1' || repeat('0', 400))) t (f, v, m);
select is(said('{"minimum": 1, "maximum": 3, "exclusiveMinimum": 0, "exclusiveMaximum": 4}', v::jsonb), null, format('%s is in bounds, or no number', v))
from unnest(array['1', '3', '3.0', '"0"', '[]']) v;
select is(said('{"type": "integer", "minimum": 5}', '1.5'), 'f: Must be a whole number', 'the type comes before the size');

select * from finish();
rollback;
