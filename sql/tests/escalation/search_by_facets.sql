-- A page of one role, for who reads it in all.
begin;
\ir ../_fixtures.psql
select plan(20);

select ask('a'), ask('b', priority => 1), ask('c'), ask('other', role => 'engineer');
update rowlock.escalation set metadata = '{"site": "north"}' where description <> 'c';
create function found(query jsonb, by text default 'worker') returns text[] language sql as $$
  select array(select i.value ->> 'description' from jsonb_array_elements(
    (rowlock.escalation_search_by_facets(found.query, actor => who(found.by))).items) with ordinality i (value, n) order by i.n);
$$;
select is(found('{"role": "reviewer", "facets": {"site": "north"}}'), '{b,a}', 'rows of the role with that facet');
select is(found('{"role": "engineer"}', 'chief'), '{other}', 'a global actor reads every role');
select is(found('{"role": "reviewer"}', 'auditor'), '{b,a,c}', 'reading is enough');
select is(found('{"role": "none"}', 'chief'), '{}', 'a role without rows has none');
select is((rowlock.escalation_search_by_facets('{"role": "reviewer"}', max_rows => 1, skip_rows => 1, actor => who('worker'))).items -> 0 ->> 'description',
  'a', 'the page may stand beside the query');
select is((rowlock.escalation_search_by_facets('{"role": "reviewer"}', order_by => '[{"field": "created_at", "direction": "desc"}]', max_rows => 1, count => 'false',
  actor => who('worker'))).items -> 0 ->> 'description', 'c', 'and so may the order');
select is((rowlock.escalation_search_by_facets('{"role": "reviewer"}', after => (rowlock.escalation_search_by_facets('{"role": "reviewer", "limit": 1}',
  actor => who('worker'))).next, actor => who('worker'))).items -> 0 ->> 'description', 'a', 'and the cursor');

select refused(format('select found(%L, %L)', '{"role": "reviewer"}', w), 'PT403', 'role_read', 'read_scope', format('%s may not', w))
from unnest('{engineer,filler,watcher,nobody}'::text[]) w;
select refused(format('select found(%L)', q), 'PT400', 'argument_invalid', 'missing', format('%s names no role', q), 'role')
from unnest('{"{}","{\"role\": null}","{\"role\": \"\"}","{\"roles\": [\"reviewer\"]}"}'::text[]) q;
select refused('select found(null)', 'PT400', 'argument_invalid', 'missing', 'a query is needed', 'query');
select refused('select found(''[]'')', 'PT400', 'argument_invalid', 'not_object', 'it is an object', 'query');
select refused($$select rowlock.escalation_search_by_facets('{"role": "reviewer", "max_rows": 1}', max_rows => 1, actor => who('worker'))$$,
  'PT400', 'argument_invalid', 'repeated', 'nothing is said twice', 'max_rows');
select refused($$select found('{"role": "reviewer", "colour": 1}', 'nobody')$$, 'PT400', 'argument_invalid', 'unknown', 'an unknown element is refused', 'colour');
select refused($$select found('{}', 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
