-- The values of a facet, counted.
begin;
\ir ../_fixtures.psql
select plan(26);

select ask('r' || i) from generate_series(1, 9) i;
select ask('other', role => 'engineer'), ask('mine', assigned_to => who('filler'));
update rowlock.escalation set metadata = v.metadata
from (values ('r1', '{"site": "north", "n": 10}'::jsonb), ('r2', '{"site": "north", "n": "10"}'), ('r3', '{"site": "south", "n": 10.0}'),
  ('r4', '{"site": "north", "n": true}'), ('r5', '{"site": "east", "n": null}'), ('r6', '{"n": [1]}'), ('other', '{"site": "engine"}'),
  ('mine', '{"site": "own"}')) v (name, metadata)
where id = esc(v.name);

-- counts(key, query, by, max_rows): the values with their counts, in short.
create function counts(key text, query jsonb default '{}', by text default 'worker', max_rows integer default 50) returns text language sql as $$
  select string_agg(format('%s:%s', i.value -> 'value', i.value -> 'count'), ' ' order by i.n)
  from jsonb_array_elements((rowlock.escalation_facet_counts(counts.key, counts.query, counts.max_rows, who(counts.by))).items)
    with ordinality i (value, n);
$$;
select is(counts('site'), '"north":3 "east":1 "own":1 "south":1', 'the most frequent first, then in order');
select is(counts('n'), '10:2 null:1 "10":1 true:1 [1]:1', 'values are told apart by type');
select is(counts('n', jsonb_build_object('ids', array[esc('r3')])), '10:1', 'and a number is told the same way, however it was written');
select is(counts('site', '{"status": "pending"}'), counts('site'), 'in the queues too');
select is(counts('site', '{"facets": {"n": 10}}'), '"north":1 "south":1', 'of the rows that a query finds');
select is(counts('site', '{"status": "pending", "available": true, "facets": {"site": "north"}}'), '"north":3', 'by facets in a queue');
select hold('r1', 'worker');
select is(counts('site', '{"status": "pending", "available": false}'), '"north":1', 'of held rows');
select is(counts('site', '{}', 'engineer'), '"engine":1', 'in scope');
select is(counts('site', '{"status": "pending"}', 'filler'), '"own":1', 'own rows alone');
select is(counts('site', '{"status": "pending"}', 'chief'), '"north":3 "east":1 "engine":1 "own":1 "south":1', 'and all for a global actor');
select is(counts('site', '{"roles": []}'), null, 'no role has none');
select is(counts('site', '{}', 'nobody'), null, 'nobody sees none');
select is(counts('none'), null, 'a key that no row has');
select is(counts('site', max_rows => 1), '"north":3', 'no more than asked for');
select is((rowlock.escalation_facet_counts('site', max_rows => 1, actor => who('worker'))).total, 4::bigint, 'but it tells how many there are');
select is((rowlock.escalation_facet_counts('site', max_rows => 1, actor => who('worker'))).rows, 6::bigint, 'and in how many rows');
select ok(not (rowlock.escalation_facet_counts('site', actor => who('worker'))).capped, 'nothing was left unread');
select is((rowlock.escalation_facet_counts('site', '{"count": "exact"}', actor => who('worker'))).rows, 6::bigint, 'count exact is taken');

select refused(format('select rowlock.escalation_facet_counts(%L, actor => who(''worker''))', k), 'PT400', 'argument_invalid', 'not_facet_key',
  format('"%s" is no key', k), 'key') from unnest('{a-b,""}'::text[]) k;
select refused($$select rowlock.escalation_facet_counts(null, actor => who('worker'))$$, 'PT400', 'argument_invalid', 'not_facet_key', 'a key is needed', 'key');
select refused($$select rowlock.escalation_facet_counts('a', '{"colour": 1}', actor => who('worker'))$$, 'PT400', 'argument_invalid', 'unknown',
  'an unknown element is refused', 'colour');
select refused($$select rowlock.escalation_facet_counts('a', '{"order_by": []}', actor => who('worker'))$$, 'PT400', 'argument_invalid', 'not_here',
  'an order means nothing', 'order_by');
select refused($$select rowlock.escalation_facet_counts('a', max_rows => 501, actor => who('worker'))$$, 'PT400', 'argument_invalid', 'out_of_range',
  '500 values at most', 'max_rows');
select refused($$select rowlock.escalation_facet_counts('a', actor => who('suspended'))$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
select refused($$select rowlock.escalation_facet_counts('a')$$, 'PT401', 'actor_known', 'no_actor', 'no actor is refused');

select * from finish();
rollback;
