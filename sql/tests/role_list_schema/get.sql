begin;
\ir ../_fixtures.psql
select plan(14);

select rowlock.role_patch(role => 'planner', patch => p, change_summary => s, actor => who('chief'))
from (values ('{"list_schema": {"a": 1}}'::jsonb, 'one'), ('{"list_schema": {"b": 1}}', 'two')) v (p, s);
create function version(role text, version integer) returns text language sql as $$
  select row(s.role, s.version, s.list_schema, s.change_summary)::text
  from rowlock.role_list_schema_get(role => version.role, version => version.version, actor => who('nobody')) s;
$$;
select is(version('planner', 1), '(planner,1,"{""a"": 1}",one)', 'a version is the snapshot that was made');
select is(version('planner', 2), '(planner,2,"{""b"": 1}",two)', 'and so is the next');
select is(version('planner', null), version('planner', 2), 'without a version it is the current');
select is(version('engineer', null), '(engineer,,,)', 'a role that never had one has no version');
select is((select s.created_by from rowlock.role_list_schema_get(role => 'planner', actor => who('nobody')) s), who('chief'), 'it says who made it');
select is((select array_agg(k order by k) from jsonb_object_keys((rowlock.role_list_schema_get_answer(
  result => rowlock.role_list_schema_get(role => 'planner', actor => who('nobody')))).body) k),
  '{change_summary,created_at,created_by,list_schema,role,version}', 'the answer has these fields');
select refused(format($$select rowlock.role_list_schema_get(role => %L, version => %s, actor => who('nobody'))$$, r, v), 'PT404', 'role_list_schema_exists', 'not_found',
  format('version %s of %s is not there', v, r)) from (values ('planner', 3), ('planner', 0), ('planner', -1), ('engineer', 1)) v (r, v);
select refused($$select rowlock.role_list_schema_get(role => 'nowhere', actor => who('nobody'))$$, 'PT404', 'role_exists', 'not_found', 'nor is a role');
select refused(format($$select rowlock.role_list_schema_get(role => %L, actor => who('nobody'))$$, r), 'PT400', 'argument_invalid', reason,
  format('a role that is %s is refused', reason), 'role') from (values (null, 'missing'), (repeat('x', 201), 'too_long')) v (r, reason);
select refused($$select rowlock.role_list_schema_get(role => 'planner', actor => who('suspended'))$$, 'PT401', 'actor_active', 'not_active',
  'a suspended account is refused');

select * from finish();
rollback;
