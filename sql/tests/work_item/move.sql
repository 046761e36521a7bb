begin;
\ir ../_fixtures.psql
select plan(37);

-- The worked case: A, B below it, C below B; and D beside.
create function at(title text, parent text default null, id uuid default null, project text default 'plan') returns uuid language sql as $$
  insert into rowlock.work_item (id, project_id, parent_id, kind, title, path, created_at, updated_at)
  select n.id, project(at.project), (item_of(at.parent)).id, 'task', at.title, concat_ws('/', (item_of(at.parent)).path, left(n.id::text, 8)), now(), now()
  from (select coalesce(at.id, gen_random_uuid()) as id) n
  returning id;
$$;
select at('A', id => 'a1b2c3d4-0000-4000-8000-000000000001'), at('D', id => 'd1b2c3d4-0000-4000-8000-000000000001');
select at('B', 'A', 'e5f6a7b8-0000-4000-8000-000000000001');
select at('C', 'B', 'c9d0e1f2-0000-4000-8000-000000000001');
select is((item_of('C')).path, 'a1b2c3d4/e5f6a7b8/c9d0e1f2', 'a path tells the root first');

create function moved(title text, parent text, sort_order integer default null, by text default 'planner') returns rowlock.work_item language sql as $$
  select w.* from rowlock.work_item_move(
    id => (item_of(moved.title)).id, new_parent_id => (item_of(moved.parent)).id, sort_order => moved.sort_order, actor => who(moved.by)) w;
$$;
-- wrong(): items whose path is not the one that their links give.
create function wrong() returns setof text language sql as $$
  with recursive tree as (
    select w.id, left(w.id::text, 8) as path from rowlock.work_item w where w.parent_id is null
    union all
    select w.id, t.path || '/' || left(w.id::text, 8) from tree t join rowlock.work_item w on w.parent_id = t.id
  )
  select w.title from rowlock.work_item w left join tree t on t.id = w.id where t.path is distinct from w.path;
$$;
select last_seq() as start \gset
select set_config('test.start', :'start', true);
select is((select row(w.parent_id, w.path, w.version, w.sort_order)::text from moved('B', 'D') w),
  row((item_of('D')).id, 'd1b2c3d4/e5f6a7b8', 2, 0)::text, 'an item hangs below another one');
select is((select row(w.path, w.version)::text from item_of('C') w), row('d1b2c3d4/e5f6a7b8/c9d0e1f2', 1)::text, 'what is below it goes along, at its version');
select is(
  (select row(v.topic, v.subject_id, v.version, v.origin_id, v.payload - 'project_id')::text from events_since(:start) v),
  row('work_item.reparented', (item_of('B')).id::text, 2, (item_of('D')).id::text, jsonb_build_object(
    'work_item_id', (item_of('B')).id, 'from_parent', (item_of('A')).id, 'to_parent', (item_of('D')).id,
    'from_path', 'a1b2c3d4/e5f6a7b8', 'to_path', 'd1b2c3d4/e5f6a7b8', 'descendants', 1))::text,
  'one event, of the moved item, says from where to where and how many more; its root is the origin');
select is((moved('B', null)).path, 'e5f6a7b8', 'without a parent it is a root');
select is((item_of('C')).path, 'e5f6a7b8/c9d0e1f2', 'with what is below it');
select is((moved('B', 'A', 7)).sort_order, 7, 'it can be given its place at once');
select is((moved('B', 'D')).sort_order, 7, 'or keeps the one that it has');
select is_empty('select wrong()', 'all paths are those of the links');

select last_seq() as start \gset
select is((moved('B', 'D')).version, (item_of('B')).version, 'below the parent that it has: nothing');
select is((moved('D', null)).version, 1, 'as for a root that shall be one');
select is((moved('B', 'D', 7)).version, (item_of('B')).version, 'at the place that it has as well');
select is((select count(*) from events_since(:start)), 0::bigint, 'and no event');
select is((select w.sort_order from moved('B', 'D', 8) w), 8, 'another place there');
select is((select array_agg(v.topic || ' ' || (v.payload -> 'changed')::text) from events_since(:start) v), '{"work_item.updated [\"sort_order\"]"}', 'is told as such');
select is((rowlock.work_item_move_answer(result => moved('C', 'A', by => 'lead'))).body ->> 'path', 'a1b2c3d4/c9d0e1f2', 'the answer is the item; an admin of a role may');

-- Another item whose short id is that of B, also with something below; and one like it in another project.
select at('B2', 'D', 'e5f6a7b8-0000-4000-8000-000000000002');
select at('below B2', 'B2'), at('below B', 'B'), at('D3', id => 'd1b2c3d4-0000-4000-8000-000000000003', project => 'other');
select at('B3', 'D3', 'e5f6a7b8-0000-4000-8000-000000000003', 'other');
select is((item_of('B2')).path, (item_of('B')).path, 'short ids collide');
select is((moved('B', 'A')).path, 'a1b2c3d4/e5f6a7b8', 'one of them moves');
select is((select v.payload -> 'descendants' from events_since(:start) v where v.topic = 'work_item.reparented' order by v.seq desc limit 1), '1', 'with what is below it and no more');
select is_empty('select wrong()', 'what only has the same path stays');
select is((select array_agg(w.path order by w.title) from rowlock.work_item w where w.title in ('B2', 'B3')), '{d1b2c3d4/e5f6a7b8,d1b2c3d4/e5f6a7b8}', 'in this project and another');

-- A hundred levels are possible, and no more.
insert into rowlock.work_item (id, project_id, parent_id, kind, title, path, created_at, updated_at)
select md5(n::text)::uuid, project('plan'), case when n > 1 then md5((n - 1)::text)::uuid end, 'task', 'level ' || n,
  (select string_agg(left(md5(i::text), 8), '/' order by i) from generate_series(1, n) i), now(), now()
from generate_series(1, 98) n;
select is((select cardinality(string_to_array(w.path, '/')) from moved('B', 'level 98') w), 99, 'a tree of two may hang at level 98');
select is((moved('B', 'A')).path, 'a1b2c3d4/e5f6a7b8', 'and leave again');
select at('grandchild', 'below B');
select last_seq() as start \gset
select refused($$select moved('B', 'level 98')$$, 'PT422', 'work_item_depth', 'too_deep', 'a tree of three may not');
select refused($$select moved('A', 'level 97')$$, 'PT422', 'work_item_depth', 'too_deep', 'whatever its shape');
select is_empty('select wrong()', 'and nothing was moved');

select refused($$select rowlock.work_item_move(id => md5('no')::uuid, new_parent_id => null, actor => who('planner'))$$, 'PT404', 'work_item_exists', 'not_found', 'an unknown item is refused');
select refused($$select rowlock.work_item_move(id => (item_of('B')).id, new_parent_id => md5('no')::uuid, actor => who('planner'))$$, 'PT404', 'work_item_exists', 'not_found', 'an unknown parent is refused');
select refused($$select rowlock.work_item_move(id => (item_of('B')).id, actor => who('planner'))$$, 'PT400', 'argument_invalid', 'missing', 'where to is said', 'new_parent_id');
select refused($$select moved('B', 'B3')$$, 'PT422', 'work_item_project', 'cross_project', 'a parent in another project is refused');
select refused(format($$select moved(%L, %L)$$, w, p), 'PT422', 'work_item_cycle', 'cycle', format('%s does not go below %s', w, p))
from (values ('B', 'B'), ('A', 'B'), ('A', 'below B')) v (w, p);
select refused($$select moved('B', 'D', by => 'worker')$$, 'PT403', 'actor_planner', 'not_planner', 'who may not write the plan is refused');
update rowlock.project set status = 'archived' where slug = 'plan';
select refused(format($$select rowlock.work_item_move(id => (item_of('B')).id, new_parent_id => %L, actor => who('planner'))$$, p),
  'PT423', 'project_active', 'project_archived', 'in an archived project nothing is moved, whereever to') from (values ((item_of('D')).id), (md5('no')::uuid)) v (p);
select is((select count(*) from events_since(:start)), 0::bigint, 'refusals leave no event');

select * from finish();
rollback;
