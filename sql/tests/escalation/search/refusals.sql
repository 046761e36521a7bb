-- What is wrong with a query is refused, naming the element; nothing is dropped in silence.
begin;
\ir ../../_fixtures.psql
\ir ../../_search.psql
select plan(157);

select ask('one'), ask('two'), ask('three');

-- Elements that there are not
select bad(jsonb_build_object(e, 1), 'unknown', e, format('%s is no element', e))
from unnest(array['colour', 'facet', 'Role', 'order', 'page', '', 'actor', 'key']) e;
select bad('{"colour": null}', 'unknown', 'colour', 'an unknown element is refused even when it is null');
select refused('select page(''[]'')', 'PT400', 'argument_invalid', 'not_object', 'a query is an object', 'query');
select refused('select page(''"pending"'')', 'PT400', 'argument_invalid', 'not_object', 'and no text', 'query');
select refused($$select page(jsonb_build_object('search', repeat('x', 300000)))$$,
  'PT400', 'argument_invalid', 'too_large', 'an element has a size', 'search');

-- Types
select bad(jsonb_build_object(e, v.value), 'not_text', e, format('%s is no %s', e, v.value))
from unnest(array['role', 'type', 'subtype', 'entity', 'origin_id', 'workflow_id', 'search', 'after', 'assigned_to', 'task_id']) e,
  (values ('5'::jsonb), ('["a"]')) v (value);
select bad(jsonb_build_object(e, repeat('x', 201)), 'too_long', e, format('%s has 200 characters at most', e))
from unnest(array['role', 'type', 'subtype', 'entity', 'origin_id', 'workflow_id', 'search']) e;
select bad(jsonb_build_object(e, v), 'not_uuid', e, format('%s is a UUID, not %s', e, v))
from unnest(array['assigned_to', 'task_id']) e, unnest(array['', '5', '{00000000-0000-4000-8000-000000000000}', '00000000-0000-4000-8000-00000000000g']) v;
select bad('{"ids": "00000000-0000-4000-8000-000000000000"}', 'not_array', 'ids', 'ids are an array');
select bad('{"ids": ["x"]}', 'not_uuid', 'ids', 'of UUIDs');
select bad('{"ids": [null]}', 'not_text', 'ids', 'and not of nulls');
select bad(jsonb_build_object('ids', array(select gen_random_uuid() from generate_series(1, 1001))), 'too_many', 'ids', '1,000 at most');
select lives_ok($$select page(jsonb_build_object('ids', array(select gen_random_uuid() from generate_series(1, 1000))))$$, '1,000 ids are taken');
select bad('{"roles": "reviewer"}', 'not_array', 'roles', 'roles are an array');
select bad('{"roles": ["reviewer", 1]}', 'not_text', 'roles', 'of texts');
select bad('{"roles": {"a": 1}}', 'not_array', 'roles', 'and no object');
select bad(jsonb_build_object('roles', array(select 'r' || i from generate_series(1, 1001) i)), 'too_many', 'roles', '1,000 at most');
select bad(jsonb_build_object('status', v), 'unknown', 'status', format('status %s is refused', v))
from (values ('"open"'::jsonb), ('"Pending"'), ('5'), ('["pending", "open"]'), ('[null]'), ('{"a": 1}'), ('[["pending"]]'), ('""')) v (v);
select bad(jsonb_build_object(e, v), 'not_boolean', e, format('%s %s is refused', e, v))
from unnest(array['available', 'held_by_me', 'jeopardy']) e, (values ('"true"'::jsonb), ('1')) v (v);
select bad(jsonb_build_object('count', v), 'unknown', 'count', format('count %s is refused', v))
from (values ('"all"'::jsonb), ('1'), ('"Exact"')) v (v);

-- Numbers
select bad(jsonb_build_object(e, v), 'not_integer', e, format('%s %s is refused', e, v))
from unnest(array['priority', 'max_rows', 'skip_rows']) e, (values ('"2"'::jsonb), ('1.5')) v (v);
select bad(jsonb_build_object(e, v), 'out_of_range', e, format('%s %s is out of range', e, left(v::text, 20)))
from (values ('priority', '0'::jsonb), ('priority', '10'), ('max_rows', '0'), ('max_rows', '501'), ('max_rows', '-1'), ('limit', '501'),
  ('max_rows', '1e40'), ('max_rows', '-1e40'), ('skip_rows', '-1'), ('skip_rows', '2147483648'), ('offset', '1e300')) v (e, v);
select bad('{"limit": 1, "max_rows": 1}', 'two_names', 'limit', 'two names of one element');
select bad('{"offset": 1, "skip_rows": 1}', 'two_names', 'offset', 'are one too many');

select bad('{"limit": 1, "maxRows": 1}', 'two_names', 'maxRows', 'in any spelling');
select bad('{"originId": "a", "origin_id": "b"}', 'two_names', 'originId', 'for every element');

-- Windows
select bad(jsonb_build_object('created', jsonb_build_object('from', v)), 'not_time', 'created', format('%s is no time', v))
from (values ('"yesterday"'::jsonb), ('"now"'), ('"infinity"'), ('"2026-13-01"'), ('"2026-01-32T00:00Z"'), ('"2026-01-01T25:00:00Z"'),
  ('5'), ('""'), ('"01.02.2026"'), ('"2026-01-01T00:00:00 Europe/Berlin"')) v (v);
select bad('{"ended": {"until": "2026-01-01"}}', 'unknown', 'ended', 'a window has from and to');
select refused($$select page('{"ended": "2026-01-01"}')$$, 'PT400', 'argument_invalid', 'not_object', 'a window is an object', 'ended');

-- Order
select bad(jsonb_build_object('order_by', v.v), v.reason, 'order_by', format('order %s is refused', v.v))
from (values ('"priority"'::jsonb, 'not_array'), ('{"field": "priority"}', 'not_array'), ('["priority"]', 'malformed'),
  ('[null]', 'malformed'), ('[{"field": "colour"}]', 'unknown_field'), ('[{"field": "metadata.a-b"}]', 'unknown_field'), ('[{"field": "metadata."}]', 'unknown_field'), ('[{"field": "metadata.size", "numeric": 1}]', 'not_boolean'), ('[{"field": "metadata.a"}, {"field": "metadata.a", "numeric": true}]', 'repeated'), ('[{"field": "envelope.a"}]', 'unknown_field'),
  ('[{"field": "description"}]', 'unknown_field'), ('[{"field": "Priority"}]', 'unknown_field'), ('[{"field": "priority; drop"}]', 'unknown_field'),
  ('[{}]', 'unknown_field'), ('[{"field": 5}]', 'unknown_field'), ('[{"field": "priority", "direction": "up"}]', 'unknown_direction'),
  ('[{"field": "priority", "direction": "DESC"}]', 'unknown_direction'), ('[{"field": "priority", "direction": 1}]', 'unknown_direction'),
  ('[{"field": "priority", "numeric": true}]', 'not_facet'), ('[{"field": "priority", "nulls": "last"}]', 'unknown'),
  ('[{"field": "priority"}, {"field": "priority", "direction": "desc"}]', 'repeated')) v (v, reason);

-- Cursors
create function cursor_of(query jsonb) returns text language sql stable as $$ select (page(query || '{"limit": 1}')).next; $$;
create function forged(cursor jsonb) returns text language sql immutable as $$
  select translate(encode(convert_to(cursor::text, 'UTF8'), 'base64'), E'+/=\n', '-_');
$$;
select bad(jsonb_build_object('after', v), 'not_cursor', 'after', format('%s is no cursor', left(v, 24)))
from unnest(array['', 'x', '%%%', 'bm90IGpzb24', 'gICA', 'abcde', 'MQ', 'W10', 'e30', 'ä', repeat('W1tb', 1500)]) v;
select bad(jsonb_build_object('after', repeat('x', 20001)), 'too_long', 'after', 'a cursor has a size');
select bad(jsonb_build_object('after', forged(jsonb_build_object('by', '["priority asc", "created_at asc", "id asc"]'::jsonb, 'key', k))),
  'not_cursor', 'after', format('a cursor with the key %s is refused', k))
from (values ('[1]'::jsonb), ('["x", "2026-01-01T00:00:00Z", "00000000-0000-4000-8000-000000000000"]'), ('[1, "2026-01-01T00:00:00Z", "x"]'),
  ('[1, "x", "00000000-0000-4000-8000-000000000000"]'), ('[null, "2026-01-01T00:00:00Z", "00000000-0000-4000-8000-000000000000"]'),
  ('[99999999999, "2026-01-01T00:00:00Z", "00000000-0000-4000-8000-000000000000"]'), ('5'), ('null'), ('{"a": 1}'),
  ('[1, "2026-01-01T00:00:00Z", "00000000-0000-4000-8000-000000000000", 4]')) v (k);
select bad(jsonb_build_object('after', cursor_of('{}'), 'order_by', '[{"field": "created_at"}]'::jsonb),
  'other_order', 'after', 'a cursor of another order is refused');
select bad(jsonb_build_object('after', cursor_of('{"order_by": [{"field": "created_at"}]}'),
    'order_by', '[{"field": "created_at", "direction": "desc"}]'::jsonb),
  'other_order', 'after', 'one of the other direction too');
select lives_ok(format('select page(%L)', jsonb_build_object('after', cursor_of('{}'), 'order_by',
    '[{"field": "priority"}, {"field": "created_at", "direction": "asc"}, {"field": "id"}]'::jsonb)),
  'the default order, spelt out, is the same order');
select bad(jsonb_build_object('after', cursor_of('{}'), 'offset', 1), 'with_offset', 'after', 'a cursor does not go with an offset');
select lives_ok(format('select page(%L)', jsonb_build_object('after', cursor_of('{}'), 'offset', 0)), 'an offset of 0 is none');

-- Who may
select refused($$select rowlock.escalation_search(query => '{"colour": 1}', actor => who('suspended'))$$,
  'PT401', 'actor_active', 'not_active', 'a suspended account is refused, before its query is looked at');
select refused($$select rowlock.escalation_search(actor => gen_random_uuid())$$,
  'PT401', 'actor_active', 'not_active', 'an unknown actor is refused');
select refused($$select rowlock.escalation_search()$$, 'PT401', 'actor_known', 'no_actor', 'no actor is refused');

select * from finish();
rollback;
