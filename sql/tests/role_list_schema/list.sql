begin;
\ir ../_fixtures.psql
select plan(13);

select rowlock.role_patch(role => 'planner', patch => jsonb_build_object('list_schema', jsonb_build_object('a', i)), change_summary => 'no ' || i, actor => who('chief'))
from generate_series(1, 5) i;
create function versions(variadic page integer[]) returns text language sql as $$
  select row(array(select i ->> 'version' from jsonb_array_elements(p.items) i), p.total)::text
  from rowlock.role_list_schema_list(role => 'planner', max_rows => page[1], skip_rows => page[2], actor => who('nobody')) p;
$$;
select is(versions(50, 0), '("{5,4,3,2,1}",5)', 'the newest comes first');
select is(versions(2, 1), '("{4,3}",5)', 'a page is a part, the total is all');
select is(versions(2, 5), '({},5)', 'beyond the end is an empty page');
select is((select (p.items -> 0) - 'created_at' from rowlock.role_list_schema_list(role => 'planner', actor => who('nobody')) p),
  jsonb_build_object('version', 5, 'change_summary', 'no 5', 'created_by', who('chief')), 'a version says who and why, and leaves the schema out');
select is((rowlock.role_list_schema_list_answer(result => rowlock.role_list_schema_list(role => 'engineer', actor => who('nobody')))).body,
  '{"versions": [], "total": 0}', 'a role that never had one has an empty list');
select refused(format($$select rowlock.role_list_schema_list(role => 'planner', max_rows => %s, skip_rows => %s, actor => who('nobody'))$$, m, s),
  'PT400', 'argument_invalid', reason, format('%s %s is refused', f, reason), f)
from (values ('0', '0', 'out_of_range', 'max_rows'), ('501', '0', 'out_of_range', 'max_rows'), ('null', '0', 'missing', 'max_rows'),
  ('1', '-1', 'out_of_range', 'skip_rows'), ('1', 'null', 'missing', 'skip_rows')) v (m, s, reason, f);
select refused($$select rowlock.role_list_schema_list(role => 'nowhere', actor => who('nobody'))$$, 'PT404', 'role_exists', 'not_found', 'a role has to be there');
select refused($$select rowlock.role_list_schema_list(role => null, actor => who('nobody'))$$, 'PT400', 'argument_invalid', 'missing', 'and named', 'role');
select refused($$select rowlock.role_list_schema_list(role => 'planner', actor => who('suspended'))$$, 'PT401', 'actor_active', 'not_active',
  'a suspended account is refused');

select * from finish();
rollback;
