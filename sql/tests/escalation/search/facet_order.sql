-- Order by facets, and pages along it.
begin;
\ir ../../_fixtures.psql
\ir ../../_search.psql
select plan(19);

create function put(name text, metadata jsonb) returns void language plpgsql as $$
begin
  perform ask(name);
  update rowlock.escalation e set metadata = put.metadata where e.id = esc(put.name);
end;
$$;
select put('nine', '{"n": 9}'), put('ten', '{"n": 10}'), put('text_ten', '{"n": "10"}'), put('none', '{}'), put('nil', '{"n": null}'),
  put('word', '{"n": "b"}'), put('half', '{"n": -0.5}'), put('list', '{"n": [1]}'), put('huge', '{"n": 1e20000}'), put('text_huge', '{"n": "1e400000"}');

-- order(direction, numeric): the order by n.
create function by_n(direction text, as_number boolean) returns jsonb language sql immutable as $$
  select jsonb_build_object('order_by', jsonb_build_array(jsonb_build_object('field', 'metadata.n', 'direction', direction, 'numeric', by_n.as_number)));
$$;
select is((seen(by_n('asc', true)))[1:4], '{half,nine,ten,text_ten}', 'by number: texts that hold one count');
select set_eq($$select unnest((seen(by_n('asc', true)))[5:])$$, '{none,nil,word,list,huge,text_huge}'::text[], 'what holds none comes last');
select is((seen(by_n('asc', true)))[5:], (select array_agg(e.description order by e.id) from rowlock.escalation e
  where e.description in ('none', 'nil', 'word', 'list', 'huge', 'text_huge')), 'by id');
select is((seen(by_n('desc', true)))[7:], (select array_agg(d.n order by d.n = 'half', d.n = 'nine', esc(d.n)) from unnest('{half,nine,ten,text_ten}'::text[]) d (n)),
  'descending, it comes first');
select results_eq($$select unnest(seen(by_n('asc', false)))$$,
  $$select e.description from rowlock.escalation e order by left(e.metadata ->> 'n', 100), e.id$$, 'by text: as the server sorts texts');
select results_eq($$select unnest(seen(by_n('desc', null)))$$,
  $$select e.description from rowlock.escalation e order by left(e.metadata ->> 'n', 100) desc, e.id$$, 'null is not numeric, and descending');
select is(walk(by_n(d, n), step => s), seen(by_n(d, n)), format('a walk %s, numeric %s, by %s, meets each row once', d, n, s))
from unnest('{asc,desc}'::text[]) d, unnest('{true,false}'::boolean[]) n, unnest('{1,3}'::integer[]) s;
select is(walk('{"order_by": [{"field": "metadata.n", "numeric": true}, {"field": "metadata.m", "direction": "desc"}, {"field": "priority"}]}'),
  seen('{"order_by": [{"field": "metadata.n", "numeric": true}, {"field": "metadata.m", "direction": "desc"}, {"field": "priority"}]}'),
  'several facets and a column');
update rowlock.escalation set metadata = jsonb_build_object('n', repeat('ä', 99) || description);
select is(walk(by_n('desc', false), step => 3), seen(by_n('desc', false)), 'texts are told apart by 100 characters, then by id');
select is(cardinality(walk(by_n('desc', false) || '{"status": "pending", "role": "reviewer"}', 'worker')), 10, 'in a queue');
select bad(by_n('asc', true) || jsonb_build_object('after', (page(by_n('asc', false) || '{"limit": 1}')).next), 'other_order', 'after',
  'a cursor of the other order by that facet is refused');
select lives_ok(format('select page(%L)', by_n('asc', true) || jsonb_build_object('after',
  translate(encode(convert_to('{"by": ["metadata.n asc numeric", "id asc"], "key": ["NaN", "00000000-0000-4000-8000-000000000000"]}', 'UTF8'), 'base64'), E'+/=\n', '-_'))),
  'a forged cursor does no harm');

select * from finish();
rollback;
