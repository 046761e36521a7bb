-- Answers that seek a way around the form, and forms that would have them tell too much.
begin;
\ir ../../_fixtures.psql
select plan(29);

create function told(form_schema jsonb, payload jsonb, context jsonb default '{}') returns text language sql as $$
  select string_agg(f.field || ': ' || f.message, ' | ')
  from rowlock.form_errors(form_schema => told.form_schema, payload => told.payload, context => told.context) f;
$$;

-- What refers to the form, or to a field of it, means it as it was written
select is(told('{"required": ["n"], "properties": {"child": {"$ref": "#"}, "n": {"type": "integer"}}}', p::jsonb), m, format('a form within itself: %s', p))
from (values ('{"n": 1, "child": {"n": 2}}', null), ('{"n": 1, "child": {"n": "x"}}', 'child: n must be integer'),
  ('{"n": 1, "child": {}}', 'child: Must have n'), ('{"n": 1, "child": {"n": 1, "child": {"n": "x"}}}', 'child: child.n must be integer')) t (p, m);
select is(told(s::jsonb, p::jsonb), m, format('%s: %s', s, p))
from (values
  ('{"properties": {"m": {"$ref": "#/properties/n"}, "n": {"type": "integer"}}}'),
  ('{"properties": {"m": {"$ref": "#/%70roperties/n"}, "n": {"type": "integer"}}}'),
  ('{"$id": "http://a.example/b", "properties": {"m": {"$ref": "b#/properties/n"}, "n": {"type": "integer"}}}'),
  ('{"properties": {"m": {"$ref": "#N"}, "n": {"$anchor": "N", "type": "integer"}}}'),
  ('{"properties": {"m": {"$dynamicRef": "#N"}, "n": {"$dynamicAnchor": "N", "type": "integer"}}}'),
  ('{"properties": {"m": {"$ref": "#N"}, "n": {"type": "object", "properties": {"q": {"$anchor": "N", "type": "integer"}}}}}')) f (s)
cross join (values ('{"m": 3}', null), ('{"m": "x"}', 'm: Must be integer')) t (p, m);
select is(told('{"enum": [{"a": 1}], "properties": {"a": {}}}', p::jsonb), m, format('an enum of whole answers: %s', p))
from (values ('{"a": 1}', null), ('{"a": 2}', ': Must be one of {"a": 1}')) t (p, m);

-- An answer is an object
select is(told('{"type": "object", "additionalProperties": false, "properties": {"a": {"x-lt-bind": "[0]"}}}', p::jsonb), ': Must be a group of values', format('no form is filled in by %s', p))
from unnest(array['"x"', '["x"]', '7', 'null']) p;

-- Only a reference of the field itself stands for its secret
select is(told('{"properties": {"p": {"format": "password", "maxLength": 3}}}', jsonb_build_object('p', v || '00000000-0000-0000-0000-000000000000')), m, v)
from (values ('eph:v1:p:', null), ('eph:v1:q:', 'p: Must have at most 3 characters')) t (v, m);

-- No message tells a secret, or a number as long as the answer
select is(told('{"properties": {"p": {"format": "password"}, "n": {"x-lt-minimum": "resolver.p"}, "s": {"x-lt-showIf": "resolver.p=4711", "type": "number"}}}', '{"p": "4711", "n": 1, "s": "x"}'),
  null, 'conditions and bounds see of a password that it is there');
select is(told(jsonb_build_object('properties', jsonb_build_object('p', '{"format": "password", "x-lt-bind": "a.p"}'::jsonb, 'q', jsonb_build_object('x-lt-bind', b),
    'n', jsonb_build_object('x-lt-minimum', 'resolver.' || v))), '{"a": {"p": "4711"}, "p": "4712", "n": 1}'),
  null, format('nor what it is through a field that has %s', b))
from (values ('a', 'q.p'), ('a.p', 'q'), ('p', 'q')) t (b, v);
select cmp_ok(length(told('{"properties": {"n": {"x-lt-minimum": "envelope.n"}, "t": {"x-lt-min-length": "envelope.n"}}}', '{"n": 1, "t": "a"}', '{"envelope": {"n": 1e131000}}')), '<', 2000,
  'a bound is told as far as it can be read');

select * from finish();
rollback;
