begin;
\ir ../_fixtures.psql
select plan(35);

-- part(origin, n, metadata, …): the nth row of an origin, called origin_n.
create function part(origin text, n integer, metadata jsonb default '{}', priority integer default 2, role text default 'reviewer')
returns void language sql as $$
  select ask(part.origin || '_' || part.n, priority => part.priority, role => part.role, origin_id => part.origin);
  update rowlock.escalation e set metadata = part.metadata where e.description = part.origin || '_' || part.n;
$$;
-- taken(by, query, …): the groups that a claim gave: origin: rows.
create function taken(by text, query jsonb default '{}', max_rows integer default 1, size_facet text default 'orderSize')
returns text[] language sql as $$
  select coalesce(array_agg(g.origin_id || ': ' || array_to_string(
    array(select m.description from unnest(g.members) with ordinality m order by m.ordinality), ' ') order by g.ordinality), '{}')
  from rowlock.escalation_claim_groups(
    query => '{"role": "reviewer"}' || taken.query, max_rows => taken.max_rows, size_facet => taken.size_facet,
    actor => who(taken.by)) with ordinality g;
$$;
create function back() returns void language sql as $$
  update rowlock.escalation e
  set assigned_to = null, assigned_until = null, claimed_at = null, last_holder = null where e.status = 'pending';
$$;

select part('a', n, '{"orderSize": 3, "region": "north"}') from generate_series(1, 3) n;
select part('b', n, '{"orderSize": 3, "region": "north"}', 1) from generate_series(1, 2) n;
select part('c', n, case n when 1 then '{"region": "south"}' else '{}' end::jsonb, 3) from generate_series(1, 2) n;
select ask('single');

select is(taken('worker'), '{"a: a_1 a_2 a_3"}', 'the best complete group is claimed; one with a row missing is not');
select is((state_of('a_' || n)).assigned_to, who('worker'), format('a_%s is held', n)) from generate_series(1, 3) n;
select is((state_of('b_1')).assigned_to, null, 'the incomplete one is left alone');
select is(events_of('a_2'), '{created,claimed}', 'each row is journaled as claimed');
select is(taken('worker'), '{"c: c_1 c_2"}', 'a group without a declared size is as large as it is');
select is(taken('worker'), '{}', 'no group is an answer');
select is((state_of('single')).assigned_to, null, 'a row without an origin is in no group');
select part('b', 3, '{"orderSize": 3}', 4);
select is(taken('worker'), '{"b: b_1 b_2 b_3"}', 'when the missing row comes the group is claimed, by rank within');
select back();
select is(taken('worker', max_rows => 5), '{"b: b_1 b_2 b_3","a: a_1 a_2 a_3","c: c_1 c_2"}', 'several groups come in the order of their best row');

-- What breaks a group
select back(), hold('a_2', 'worker_two');
select is(taken('worker', max_rows => 5), '{"b: b_1 b_2 b_3","c: c_1 c_2"}', 'a held row keeps its group from being claimed');
select back(), hold('a_2', 'worker'), lapse('a_2');
select is(taken('worker_two', max_rows => 1, query => '{"priority": 2, "ids": []}'), '{}', 'a query that finds no row finds no group');
select is(taken('worker_two', query => '{"priority": 2}'), '{"a: a_1 a_2 a_3"}', 'a lapsed row does not');
select back();
update rowlock.escalation set metadata = metadata || '{"orderSize": 4}' where description = 'a_3';
select is(taken('worker', '{"priority": 2}'), '{}', 'the largest size that a row declares counts');
update rowlock.escalation set metadata = metadata || '{"orderSize": "many"}' where description like 'a\__';
select is(taken('worker', '{"priority": 2}'), '{"a: a_1 a_2 a_3"}', 'what is no number declares nothing');
select back();
update rowlock.escalation set metadata = metadata || '{"orderSize": 2}' where description = 'a_1';
select is(taken('worker', '{"priority": 2}'), '{}', 'a group that is too large is not complete either');
select rowlock.escalation_resolve(id => esc('a_3'), resolver_payload => '{}', actor => who('worker'));
select is(taken('worker', '{"priority": 2}'), '{"a: a_1 a_2"}', 'rows that have ended are no members');
select back();
update rowlock.escalation set metadata = metadata || '{"parts": 2}' where description like 'b\__';
select is(taken('worker', '{"priority": 1}', size_facet => 'parts'), '{}', 'the facet of the size can be named');
select due('b_3');
select is(taken('worker', '{"priority": 1}', size_facet => 'parts'), '{"b: b_1 b_2"}', 'a row past its deadline is no member');

-- Membership is judged inside the role
select back();
select part('c', 3, '{}', 3, 'engineer'), hold('c_3', 'engineer');
select is(taken('worker', '{"facets": {"region": "south"}}'), '{"c: c_1 c_2"}', 'rows of the origin in other roles are no members; one match takes the whole group');
select is((state_of('c_3')).assigned_to, who('engineer'), 'they are left alone');
select back();
select is(taken('chief', '{"role": "engineer"}'), '{"c: c_3"}', 'in the other role they are the group');

-- Incomplete groups hide no complete one
select part('odd' || n, 1, '{"orderSize": 2}', 1) from generate_series(1, 300) n;
select is(taken('worker', '{"facets": {"region": "south"}}'), '{"c: c_1 c_2"}', 'a facet finds a group behind them');
select back();
select due('b_1'), due('b_2');
select is(taken('worker', max_rows => 2), '{"a: a_1 a_2","c: c_1 c_2"}', 'so does the rank');

-- The answer
select back();
select is(
  (select jsonb_path_query_array(a.body, '$.groups[*].members[*].description')
   from rowlock.escalation_claim_groups_answer(result => array(
     select g from rowlock.escalation_claim_groups(query => '{"role": "reviewer", "facets": {"region": "south"}}', actor => who('worker')) g)) a),
  '["c_1", "c_2"]', 'the answer has the records of the members');
select is((rowlock.escalation_claim_groups_answer(result => '{}')).body, '{"groups": []}', 'and is empty without');

-- Who may, and arguments
select refused(format($$select taken('%s')$$, n), 'PT403', 'role_manage', 'manage_scope', format('%s may not claim in the whole role', n))
from unnest(array['own', 'auditor', 'engineer', 'nobody']) n;
select refused($$select taken('worker', '{"colour": 1}')$$, 'PT400', 'argument_invalid', 'unknown', 'an unknown element is refused', 'colour');
select refused($$select taken('worker', size_facet => 'no key')$$, 'PT400', 'argument_invalid', 'not_facet_key', 'so is what is no key', 'size_facet');
select refused(format($$select taken('worker', max_rows => %s)$$, n), 'PT400', 'argument_invalid', 'out_of_range',
  format('max_rows of %s is refused', n), 'max_rows') from unnest(array[0, 101]) n;

select * from finish();
rollback;
