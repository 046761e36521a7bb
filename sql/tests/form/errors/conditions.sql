-- What the context decides: fields that are shown or not, bounds, checklists; where the payload has a value; the order.
begin;
\ir ../../_fixtures.psql
select plan(130);

create temp table context as select '{
  "metadata": {"kind": "express", "n": 3, "f": 3.0, "off": false, "nil": null, "no": "", "zero": 0, "blank": " ", "list": [], "object": {}, "deep": {"a": [{"b": "x"}, 7]}},
  "payload": {"pill": true}, "envelope": {"low": 60, "high": "70", "odd": "7a", "wide": 3, "items": [{"id": "a"}, {"id": "b", "required": true}, {"id": "c", "required": false}]},
  "escalation": {"role": "reviewer", "priority": 2, "description": null}}'::jsonb as c;

-- told(schema, payload): all messages, in order.
create function told(form_schema jsonb, payload jsonb) returns text language sql as $$
  select string_agg(f.field || ': ' || f.message, ' | ')
  from context c, rowlock.form_errors(form_schema => told.form_schema, payload => told.payload, context => c.c) f;
$$;
-- shown(condition): is a required field with the condition asked for? own is a field beside it.
create function shown(condition jsonb, own jsonb default '{}') returns boolean language sql as $$
  select 'f: This is required' is not distinct from told(jsonb_build_object('required', '["f"]'::jsonb, 'properties', jsonb_build_object(
    'own', '{"x-lt-bind": "order.own"}'::jsonb, 'hidden', '{"x-lt-showIf": "metadata.nil"}'::jsonb, 'f', jsonb_build_object('x-lt-showIf', condition))),
    jsonb_build_object('order', shown.own, 'hidden', 'h'));
$$;

select is(shown(to_jsonb(c)), s, format('%s %s', c, case when s then 'shows' else 'hides' end))
from (values
  -- truthy
  ('metadata.kind', true), ('metadata.n', true), ('metadata.blank', true), ('metadata.list', true), ('metadata.object', true), ('metadata.off', false),
  ('metadata.nil', false), ('metadata.no', false), ('metadata.zero', false), ('metadata.absent', false), ('metadata.absent.more', false), ('payload.pill', true),
  ('envelope.low', true), ('escalation.role', true), ('escalation.description', false), ('metadata.deep.a[0].b', true), ('metadata.deep.a[2]', false), ('metadata.kind.more', false),
  -- negated
  ('!metadata.kind', false), ('!metadata.off', true), ('!metadata.absent', true), ('!metadata.deep.a[1]', false), ('! metadata.absent', true),
  -- equal, unequal
  ('metadata.kind=express', true), ('metadata.kind=Express', false), ('metadata.kind=exp', false), ('metadata.kind = express ', true), ('metadata.n=3', true), ('metadata.f=3', true),
  ('metadata.off=false', true), ('payload.pill=true', true), ('payload.pill=false', false), ('metadata.absent=', true), ('metadata.nil=', true), ('metadata.absent=x', false),
  ('metadata.deep.a[0].b=x', true), ('metadata.deep.a[1]=7', true), ('escalation.priority=2', true), ('metadata.kind=a=b', false), ('metadata.list=[]', true),
  ('metadata.kind!=express', false), ('metadata.kind!=slow', true), ('metadata.absent!=x', true), ('metadata.absent!=', false), ('metadata.n!=3', false),
  ('!metadata.kind=express', false), ('!metadata.kind=slow', true), ('!metadata.kind!=express', true),
  -- what cannot be read
  ('', true), ('metadata', true), ('metadata.', true), ('.kind', true), ('unknown.kind', true), ('!unknown.kind', true), ('unknown.kind=x', true), ('kind', true), ('metadata..kind', true),
  ('metadata.deep.a[x]', true), ('metadata.deep[', true), ('metadata[kind]', true), ('metadata[0].x', true), ('=x', true), ('!', true), ('!=x', true), ('constructor.name', true)) t (c, s);
select is(shown(c), true, format('a condition that is %s hides nothing', c)) from unnest(array['null', 'true', 'false', '0', '[]', '["metadata.nil"]', '{"a": 1}']::jsonb[]) c;
select is(shown(to_jsonb(c), o::jsonb), s, format('%s with %s', c, o))
from (values ('resolver.own', '{"own": "x"}', true), ('resolver.own', '{"own": false}', false), ('resolver.own', '{}', false), ('resolver.own=x', '{"own": "x"}', true),
  ('resolver.order.own', '{"own": "x"}', false), ('resolver.hidden=h', '{}', true)) t (c, o, s);
select is(told('{"required": ["f"], "properties": {"f": {"type": "number", "maximum": 1, "x-lt-showIf": "metadata.nil"}}}', p::jsonb), null, format('a hidden field is skipped whole: %s', p))
from unnest(array['{}', '{"f": "text"}', '{"f": 2}']) p;

-- Bounds from the context
select is(told(jsonb_build_object('properties', jsonb_build_object('f', f::jsonb)), jsonb_build_object('f', v::jsonb)), 'f: ' || m, format('%s of %s', f, v))
from (values ('{"x-lt-minimum": "envelope.low"}', '59', 'Must be at least 60'), ('{"x-lt-maximum": "envelope.high"}', '71', 'Must be at most 70'),
  ('{"minimum": 65, "x-lt-minimum": "envelope.low"}', '61', 'Must be at least 65'), ('{"minimum": "x", "x-lt-minimum": "envelope.low"}', '61', 'Cannot be checked: the schema is malformed'),
  ('{"x-lt-min-length": "envelope.wide"}', '"ab"', 'Must have at least 3 characters (has 2)'), ('{"x-lt-max-length": "envelope.wide"}', '"abcd"', 'Must have at most 3 characters (has 4)'),
  ('{"maxLength": 2, "x-lt-max-length": "envelope.wide"}', '"abc"', 'Must have at most 2 characters (has 3)'), ('{"x-lt-minimum": "metadata.deep.a[1]"}', '6', 'Must be at least 7'),
  ('{"x-lt-maximum": "resolver.f2"}', '6', null)) t (f, v, m);
select is(told(jsonb_build_object('properties', jsonb_build_object('f', f::jsonb)), jsonb_build_object('f', v::jsonb)), null, format('%s of %s will do', f, v))
from (values ('{"x-lt-minimum": "envelope.low"}', '60'), ('{"x-lt-minimum": "envelope.absent"}', '-1'), ('{"x-lt-minimum": "envelope.odd"}', '-1'), ('{"x-lt-minimum": "low"}', '-1'),
  ('{"x-lt-minimum": "unknown.low"}', '-1'), ('{"x-lt-minimum": 5}', '-1'), ('{"x-lt-minimum": "metadata.list"}', '-1')) t (f, v);
select is(told('{"properties": {"from": {}, "to": {"x-lt-minimum": "resolver.from"}}}', '{"from": 4, "to": 3}'), 'to: Must be at least 4', 'one answer may bound another');

-- Checklists
select is(told('{"properties": {"f": {"type": "object", "x-lt-require-all": true, "x-lt-source": "envelope.items"}}}', p::jsonb), 'f: ' || m, format('a checklist of %s', p))
from (values ('{}', '2 of 2 items are not checked'), ('{"f": null}', '2 of 2 items are not checked'), ('{"f": {"a": true}}', '1 of 2 items are not checked'),
  ('{"f": {"a": true, "b": false, "c": true}}', '1 of 2 items are not checked'), ('{"f": ["a", "b"]}', 'Must be a group of values'), ('{"f": {"a": true, "b": 1}}', null)) t (p, m);
select is(told(jsonb_build_object('properties', jsonb_build_object('f', f::jsonb)), '{"f": {"x": false}}'), null, format('nothing to check: %s', f))
from unnest(array['{"x-lt-source": "envelope.items"}', '{"x-lt-require-all": false, "x-lt-source": "envelope.items"}', '{"x-lt-require-all": true}', '{"x-lt-require-all": true, "x-lt-source": "envelope.absent"}',
  '{"x-lt-require-all": true, "x-lt-source": "envelope.low"}', '{"x-lt-require-all": true, "x-lt-source": "metadata.list"}', '{"x-lt-require-all": true, "x-lt-source": 7}']) f;
select is(told('{"required": ["f"], "properties": {"f": {"x-lt-require-all": true, "x-lt-source": "envelope.items"}}}', '{"f": {"a": false}}'), 'f: This is required', 'required comes before the checklist');

-- Where a value is
select is(told(jsonb_build_object('required', '["f"]'::jsonb, 'properties', jsonb_build_object('f', jsonb_build_object('type', 'number', 'x-lt-bind', b))), p::jsonb), m, format('bound to %s of %s', b, p))
from (values ('a.b', '{"a": {"b": 1}}', null), ('a.b', '{"a.b": 1}', 'f: This is required'), ('a.b', '{"f": 1}', 'f: This is required'), ('a[1].b', '{"a": [0, {"b": "x"}]}', 'f: Must be a number'),
  ('a[0][1]', '{"a": [[1, 2]]}', null), ('a.b', '{"a": "text"}', 'f: This is required'), ('a.b', '{"a": null}', 'f: This is required'), ('a..b', '{"a..b": 1}', null),
  ('a[99999999999]', '{"a": [1]}', 'f: This is required')) t (b, p, m);
select is(told('{"required": ["a.b"], "properties": {"a.b": {"type": "number"}}}', '{"a.b": 1}'), null, 'without a bind the value stands under the very name');

-- The order of the messages
select is(told('{"required": ["b", "a", "ccc", "dd"], "properties": {"ccc": {}, "b": {}, "dd": {}, "a": {}}}', '{}'),
  'a: This is required | b: This is required | dd: This is required | ccc: This is required', 'as the database keeps them: shorter names first, then by bytes');
select is(told('{"x-lt-order": ["ccc", "b", "absent", "ccc", 7], "required": ["b", "a", "ccc", "dd"], "properties": {"ccc": {}, "b": {}, "dd": {}, "a": {}}}', '{}'),
  'ccc: This is required | b: This is required | a: This is required | dd: This is required', 'x-lt-order goes first');

-- Forms that ask for nothing
select is(told(s::jsonb, '{"a": 1}'), null, format('%s takes anything', coalesce(s, 'no schema')))
from unnest(array[null, '{}', 'true', '{"properties": {}}', '{"required": []}', '{"title": "T", "x-lt-help": "h"}']) s;

select * from finish();
rollback;
