-- Rows by their origin.
begin;
\ir ../_fixtures.psql
select plan(29);

-- Two of three are there; all of two; no size is declared; none is pending; another role has a part.
select ask('part' || i, origin_id => 'part') from generate_series(1, 2) i;
select ask('whole' || i, origin_id => 'whole', priority => i) from generate_series(1, 2) i;
select ask('bare', origin_id => 'bare'), ask('gone', origin_id => 'gone'), ask('due', origin_id => 'due'), ask('single');
select ask('far', origin_id => 'whole', role => 'engineer'), due('due');
update rowlock.escalation set metadata = '{"orderSize": 3, "site": "north"}' where description = 'part1';
update rowlock.escalation set metadata = '{"orderSize": "2", "size": "many", "site": "north"}' where description like 'whole%';
select rowlock.escalation_resolve(id => esc('gone'), resolver_payload => '{}', actor => who('worker'));
select hold('whole2', 'worker');

create function groups(query jsonb default '{"role": "reviewer"}', by text default 'worker', size_facet text default 'orderSize') returns jsonb language sql as $$
  select (rowlock.escalation_search_groups(groups.query, groups.size_facet, actor => who(groups.by))).items;
$$;
create function origins(query jsonb) returns text[] language sql as $$
  select array(select i.value ->> 'origin_id' from jsonb_array_elements(groups(origins.query)) with ordinality i (value, n) order by i.n);
$$;
select is(origins('{"role": "reviewer"}'), '{whole,part,bare}', 'one group an origin of what is pending, the most urgent first');
select is((groups() -> 0) - 'created_at', '{"origin_id": "whole", "members": 2, "declared_size": 2, "available": 1, "complete": true, "priority": 1}'::jsonb,
  'members of the role alone, and how many are available');
select is((groups() -> 1) - 'created_at', '{"origin_id": "part", "members": 2, "declared_size": 3, "available": 2, "complete": false, "priority": 2}'::jsonb,
  'a group that declares more is not complete');
select is((groups() -> 2) - 'created_at', '{"origin_id": "bare", "members": 1, "declared_size": null, "available": 1, "complete": true, "priority": 2}'::jsonb,
  'one that declares nothing is as large as it is');
select is(groups() -> 1 ->> 'created_at', rowlock._time_iso((state_of('part1')).created_at), 'since its first row');
select is(groups(size_facet => 'size') -> 0 -> 'declared_size', 'null'::jsonb, 'what is no number declares nothing');
select is(origins('{"role": "reviewer", "priority": 2}'), '{part,whole,bare}', 'in the rank of the rows that are found');
select is(groups('{"role": "reviewer", "priority": 2}') -> 1 -> 'members', '2'::jsonb, 'a group is more than what is found of it');
select is(origins('{"role": "reviewer", "facets": {"site": "north"}}'), '{whole,part}', 'by facets');
select is(origins('{"role": "reviewer", "origin_id": "bare"}'), '{bare}', 'by the origin');
select is(origins('{"role": "reviewer", "available": false}'), '{whole}', 'by availability');
select is((rowlock.escalation_search_groups('{"role": "reviewer"}', max_rows => 1, skip_rows => 1, actor => who('worker'))).items -> 0 ->> 'origin_id', 'part', 'page by page');
select is((rowlock.escalation_search_groups('{"role": "reviewer"}', max_rows => 1, actor => who('worker'))).total, 3::bigint, 'with the total');
select is((rowlock.escalation_search_groups('{"role": "reviewer", "status": null}', actor => who('worker'))).total, 3::bigint, 'a status of null is none: origins that have ended are not counted');
select ok(not (rowlock.escalation_search_groups('{"role": "reviewer"}', actor => who('worker'))).total_capped, 'which is not cut');
select is(groups('{"role": "engineer"}', 'chief') -> 0 -> 'members', '1'::jsonb, 'a global actor reads every role');

select refused(format('select groups(by => %L)', w), 'PT403', 'role_read', 'read_scope', format('%s may not', w)) from unnest('{engineer,filler,nobody}'::text[]) w;
select refused('select groups(''{}'')', 'PT400', 'argument_invalid', 'missing', 'a role is needed', 'role');
select refused('select groups(null)', 'PT400', 'argument_invalid', 'missing', 'a query is needed', 'query');
select refused($$select groups('{"role": "reviewer", "status": "resolved"}')$$, 'PT400', 'argument_invalid', 'not_pending', 'groups are pending', 'status');
select refused($$select groups('{"role": "reviewer", "limit": 5}')$$, 'PT400', 'argument_invalid', 'not_here', 'the page stands beside the query', 'limit');
select refused($$select groups('{"role": "reviewer", "orderBy": []}')$$, 'PT400', 'argument_invalid', 'not_here', 'in any spelling', 'orderBy');
select refused($$select groups('{"role": "reviewer", "colour": 5}')$$, 'PT400', 'argument_invalid', 'unknown', 'an unknown element is refused', 'colour');
select refused($$select groups(size_facet => 'a-b')$$, 'PT400', 'argument_invalid', 'not_facet_key', 'a size has a key', 'size_facet');
select refused($$select rowlock.escalation_search_groups('{"role": "reviewer"}', max_rows => 0, actor => who('worker'))$$, 'PT400', 'argument_invalid', 'out_of_range', 'a page has a size', 'max_rows');
select refused($$select rowlock.escalation_search_groups('{"role": "reviewer"}', skip_rows => -1, actor => who('worker'))$$, 'PT400', 'argument_invalid', 'out_of_range', 'and a place', 'skip_rows');
select refused($$select groups('{}', 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
