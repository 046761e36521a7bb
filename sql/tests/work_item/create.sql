begin;
\ir ../_fixtures.psql
select plan(32);

select project('plan') is not null as ok \gset
select is((select row(w.project_id, w.parent_id, w.kind, w.title, w.description, w.status, w.assignee, w.sort_order, w.version)::text
  from rowlock.work_item_create(
    project_id => project('plan'), kind => 'epic', title => 'root', description => 'All of it', assignee => 'docs team',
    sort_order => 7, actor => who('planner')) w),
  row(project('plan'), null::uuid, 'epic', 'root', 'All of it', 'todo', 'docs team', 7, 1)::text, 'an item is made, to do');
select is((item_of('root')).path, left((item_of('root')).id::text, 8), 'the path of a root is its short id');
select is(item('child', parent => 'root') is not null, true, 'an item below another');
select is((item_of('child')).path, (item_of('root')).path || '/' || left((item_of('child')).id::text, 8), 'has the path of its parent before its own');
select is(
  (select row(v.subject_type, v.version, v.actor, v.origin_id, v.payload)::text from events_since(0) v
   where v.topic = 'work_item.created' and v.subject_id = (item_of('child')).id::text),
  row('work_item', 1, who('planner'), (item_of('root')).id::text, jsonb_build_object(
    'work_item_id', (item_of('child')).id, 'project_id', project('plan'), 'parent_id', (item_of('root')).id,
    'kind', 'task', 'title', 'child'))::text,
  'its event names all this, and the root is its origin');
select is((select array_agg(v.topic order by v.seq) from events_since(0) v),
  array['project.created', 'work_item.created', 'work_item.created'], 'each leaves one event');
select is(item(k || ' below', kind => k, parent => 'child') is not null, true, format('%s may stand below a task', k))
from unnest(array['milestone', 'epic', 'task', 'subtask']) k;
select is((rowlock.work_item_create_answer(result => item_of('root'))).status, 201, 'the answer is 201');
select is((rowlock.work_item_create(project_id => project('plan'), kind => 'task', title => 'by lead', actor => who('lead'))).status, 'todo', 'an admin of a role may');

-- A chain of a hundred levels.
insert into rowlock.work_item (id, project_id, parent_id, kind, title, path, created_at, updated_at)
select md5(n::text)::uuid, project('plan'), case when n > 1 then md5((n - 1)::text)::uuid end, 'task', 'level ' || n,
  (select string_agg(left(md5(i::text), 8), '/' order by i) from generate_series(1, n) i), now(), now()
from generate_series(1, 99) n;
select is(item('level 100', parent => 'level 99') is not null, true, 'a hundredth level can be made');
select is(cardinality(string_to_array((item_of('level 100')).path, '/')), 100, 'its path tells all of them');

select set_config('test.seq', last_seq()::text, true) is not null as ok \gset
select refused($$select item('deep', parent => 'level 100')$$, 'PT422', 'work_item_depth', 'too_deep', 'and no more');
select refused($$select rowlock.work_item_create(project_id => md5('no')::uuid, kind => 'task', title => 't', actor => who('planner'))$$,
  'PT404', 'project_exists', 'not_found', 'an unknown project is refused');
select refused($$select rowlock.work_item_create(project_id => project('plan'), kind => 'task', title => 't', parent_id => md5('no')::uuid, actor => who('planner'))$$,
  'PT404', 'work_item_exists', 'not_found', 'an unknown parent is refused');
select project('other') is not null as ok \gset
select refused($$select item('stray', parent => 'root', project => 'other')$$, 'PT422', 'work_item_project', 'cross_project', 'a parent in another project is refused');
update rowlock.project p set status = 'archived' where p.slug = 'plan';
select refused($$select item('late')$$, 'PT423', 'project_active', 'project_archived', 'an archived project takes no items');
select refused($$select rowlock.work_item_create(project_id => project('plan'), kind => 'task', title => 't', parent_id => md5('no')::uuid, actor => who('planner'))$$,
  'PT423', 'project_active', 'project_archived', 'whether it is archived is asked before the parent');
select refused(format($$select rowlock.work_item_create(project_id => project('other'), kind => %L, title => %L, description => %L, assignee => %L, sort_order => %L, actor => who('planner'))$$,
  k, t, d, a, s), 'PT400', 'argument_invalid', r, format('%s is refused, %s', f, r), f)
from (values
  (null, 't', '', null, 0, 'missing', 'kind'), ('story', 't', '', null, 0, 'unknown', 'kind'),
  ('task', '', '', null, 0, 'missing', 'title'), ('task', repeat('x', 201), '', null, 0, 'too_long', 'title'),
  ('task', 't', repeat('x', 10001), null, 0, 'too_long', 'description'), ('task', 't', null, null, 0, 'missing', 'description'),
  ('task', 't', '', repeat('x', 201), 0, 'too_long', 'assignee'), ('task', 't', '', null, null, 'missing', 'sort_order')
) a (k, t, d, a, s, r, f);
select refused($$select rowlock.work_item_create(project_id => null, kind => 'task', title => 't', actor => who('planner'))$$,
  'PT400', 'argument_invalid', 'missing', 'a project is needed', 'project_id');
select refused(format($$select rowlock.work_item_create(project_id => project('other'), kind => 'task', title => 't', actor => who(%L))$$, n),
  'PT403', 'actor_planner', 'not_planner', format('%s may not', n)) from unnest(array['worker', 'robot']) n;
select is((select count(*) from events_since(current_setting('test.seq')::bigint) v where v.topic like 'work_item.%'), 0::bigint, 'refusals leave no event');

select * from finish();
rollback;
