-- What facets, block, range and exists select, and what is refused in them.
begin;
\ir ../../_fixtures.psql
\ir ../../_search.psql
select plan(79);

-- put(name, metadata): a row with these facets.
create function put(name text, metadata jsonb) returns void language plpgsql as $$
begin
  perform ask(name);
  update rowlock.escalation e set metadata = put.metadata where e.id = esc(put.name);
end;
$$;
select put('bare', '{}'), put('ten', '{"size": 10, "site": "north", "tags": ["a", "b"], "to": {"city": "Bern", "zip": 3000}}'),
  put('two', '{"size": 2.5, "site": "south"}'), put('minus', '{"size": -3, "site": "north", "gone": null}'),
  put('text_ten', '{"size": "10"}'), put('text_half', '{"size": "0.5"}');
select put('odd' || v.n, jsonb_build_object('size', v.value)) from (values
  (1, '"12abc"'::jsonb), (2, '""'), (3, '"1e400000"'), (4, '"1e5"'), (5, '{"n": 10}'), (6, '[10]'), (7, 'null'), (8, 'true'),
  (9, '"NaN"'), (10, '"Infinity"'), (11, '" 10"'), (12, '"10\n"'), (13, '"0x10"'), (14, '"+10"'), (15, '"1_0"'),
  (16, to_jsonb(repeat('9', 30000))), (17, '"1."'), (18, '"--1"'), (19, '1e131071'), (20, '1e-16383'), (21, '"१०"')) v (n, value);

-- Facets
select is(seen('{"facets": {"site": "south"}}'), '{two}', 'rows with that facet');
select set_eq($$select unnest(seen('{"facets": {"site": "north"}}'))$$, '{ten,minus}'::text[], 'each of them');
select is(seen('{"facets": {"site": "north", "size": -3}}'), '{minus}', 'facets are joined by AND');
select is(seen('{"facets": {"size": 10}}'), '{ten}', 'a number is no text');
select is(seen('{"facets": {"size": 10.0}}'), '{ten}', 'and is itself however it is written');
select is(seen('{"facets": {"size": "10"}}'), '{text_ten}', 'nor is a text a number');
select is(seen('{"facets": {"tags": ["b"]}}'), '{ten}', 'an array contains its items');
select is(seen('{"facets": {"to": {"city": "Bern"}}}'), '{ten}', 'an object contains its members');
select is(seen('{"facets": {"gone": null}}'), '{minus}', 'null is a value');
select is((page('{"facets": {}}')).total, 27::bigint, 'every row has all of no facets');
select is((page('{"facets": null}')).total, 27::bigint, 'a null element is absent');
select is(seen('{"facets": {"site": "x'' or true --"}}'), '{}', 'a text is a value, whatever it looks like');
select is(seen('{"facets": {"site": "south"}, "status": "resolved"}'), '{}', 'with other elements');
select is(seen('{"facets": {"site": "south"}, "status": "pending", "role": "reviewer", "available": true}'), '{two}', 'in a queue');
select is(seen('{"facets": {"site": "south"}}', 'engineer'), '{}', 'in scope only');

-- Block
select set_eq($$select unnest(seen('{"block": [{"site": "north"}], "exists": ["site"]}'))$$, '{two}'::text[], 'what is blocked is left out');
select is((page('{"block": [{"site": "north", "size": 10}]}')).total, 26::bigint, 'all facets of a block have to be there');
select is((page('{"block": [{"site": "north", "size": 10}, {"site": "south"}]}')).total, 25::bigint, 'each block is one');
select is((page('{"block": []}')).total, 27::bigint, 'no block blocks nothing');
select is((page('{"block": [{}]}')).total, 0::bigint, 'every row has all of no facets, and is blocked');
select is((page('{"block": [{"site": "north"}], "status": "pending"}')).total, 25::bigint, 'in a queue too');

-- Range
select set_eq(format($$select unnest(seen('{"range": [{"facet": "size", "op": "%s", "value": %s}]}'))$$, v.op, v.value), v.names::text[],
  format('size %s %s', v.op, v.value))
from (values
  ('<', '2.5', '{minus,text_half}'), ('<=', '2.5', '{minus,text_half,two}'), ('>', '2.5', '{ten,text_ten}'),
  ('>=', '2.5', '{two,ten,text_ten}'), ('=', '10', '{ten,text_ten}'), ('=', '10.00', '{ten,text_ten}'), ('=', '"10"', '{ten,text_ten}'),
  ('<', '-3', '{}'), ('=', '9', '{}')) v (op, value, names);
select set_eq($$select unnest(seen('{"range": [{"facet": "size", "op": ">=", "value": 0}, {"facet": "size", "op": "<", "value": 10}]}'))$$,
  '{two,text_half}'::text[], 'bounds are joined by AND');
select is((page('{"range": []}')).total, 27::bigint, 'no bound is none');
select is(seen('{"range": [{"facet": "nothing", "op": ">", "value": 0}]}'), '{}', 'a missing facet is in no range');
select is(seen('{"range": [{"facet": "to", "op": ">", "value": 0}]}'), '{}', 'nor is an object');
select set_eq($$select unnest(seen('{"status": "pending", "range": [{"facet": "size", "op": ">", "value": 2.5}]}'))$$,
  '{ten,text_ten}'::text[], 'in a queue');
select is((page('{"status": "pending", "count": "exact", "max_rows": 1, "range": [{"facet": "size", "op": ">", "value": 2.5}]}')).total,
  2::bigint, 'and counted there');

-- Exists
select set_eq($$select unnest(seen('{"exists": ["site"]}'))$$, '{ten,two,minus}'::text[], 'rows with that key');
select is(seen('{"exists": ["gone"]}'), '{minus}', 'null is present');
select is(seen('{"exists": ["site", "tags"]}'), '{ten}', 'keys are joined by AND');
select is(seen('{"exists": ["city"]}'), '{}', 'what is nested is no key');
select is((page('{"exists": []}')).total, 27::bigint, 'no key is none');

-- Refused
select bad(jsonb_build_object(e, v), 'not_object', e, format('%s %s is refused', e, v))
from (values ('facets', '[]'::jsonb), ('facets', '"site"'), ('facets', '5')) x (e, v);
select bad(jsonb_build_object(e, v), 'not_array', e, format('%s %s is refused', e, v))
from unnest(array['block', 'range', 'exists']) e, (values ('{}'::jsonb), ('"site"')) x (v);
select bad(jsonb_build_object(e, '[5]'::jsonb), 'not_object', e || '.0', format('an item of %s is an object', e)) from unnest(array['block', 'range']) e;
select bad('{"exists": ["a", 5]}', 'not_text', 'exists.1', 'a key is a text');
select bad(jsonb_build_object('facets', jsonb_build_object(k, 1)), 'not_facet_key', 'facets.' || k, format('"%s" is no key', k))
from unnest(array['', 'a-b', 'a.b', 'ä', 'a b', E'a\n', '$', 'a'' or true']) k;
select bad('{"block": [{"a": 1}, {"a-b": 1}]}', 'not_facet_key', 'block.1.a-b', 'nor in a block');
select bad('{"exists": ["a-b"]}', 'not_facet_key', 'exists.0', 'nor in exists');
select bad(jsonb_build_object('range', jsonb_build_array('{"facet": "a", "op": "<", "value": 1}'::jsonb || v.v)), v.reason, 'range.0.' || v.field,
  format('a range with %s is refused', left(v.v::text, 40)))
from (values ('{"facet": "a-b"}'::jsonb, 'not_facet_key', 'facet'), ('{"facet": 5}', 'not_text', 'facet'), ('{"facet": null}', 'not_text', 'facet'),
  ('{"op": "<>"}', 'unknown_operator', 'op'), ('{"op": "LIKE"}', 'unknown_operator', 'op'), ('{"op": null}', 'unknown_operator', 'op'),
  ('{"op": ["<"]}', 'unknown_operator', 'op'), ('{"value": "12abc"}', 'not_number', 'value'), ('{"value": null}', 'not_number', 'value'),
  ('{"value": "1e400000"}', 'not_number', 'value'), ('{"value": 1e400}', 'not_number', 'value'), ('{"value": [1]}', 'not_number', 'value'),
  ('{"colour": 1}', 'unknown', 'colour')) v (v, reason, field);
select bad('{"range": [{}]}', 'not_text', 'range.0.facet', 'an empty range says nothing');
select bad(jsonb_build_object('exists', array(select 'k' || i from generate_series(1, 101) i)), 'too_many', 'exists', '100 keys at most');
select lives_ok($$select page(jsonb_build_object('range', array(
  select jsonb_build_object('facet', 'k' || i, 'op', '<', 'value', i) from generate_series(1, 100) i)))$$, '100 bounds are taken');

select * from finish();
rollback;
