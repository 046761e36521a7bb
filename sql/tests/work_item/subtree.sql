begin;
\ir ../_fixtures.psql
select plan(10);

select item('top'), item('beside');
select item(t, parent => 'top') from unnest(array['a', 'b']) t;
select item('a1', parent => 'a'), item('b1', parent => 'b');
create function titles(title text, by text default 'nobody') returns text[] language sql as $$
  select array_agg(w.title order by w.ordinality) from rowlock.work_item_subtree(id => (item_of(titles.title)).id, actor => who(titles.by)) with ordinality w;
$$;
create function by_links(title text) returns text[] language sql as $$
  select array_agg(w.title order by w.ordinality) from rowlock._work_item_subtree_by_links(id => (item_of(by_links.title)).id) with ordinality w;
$$;
select is(titles('top'), (select array_agg(w.title order by w.path) from rowlock.work_item w where w.title <> 'beside'), 'the item and all below it, in the order of paths');
select is(titles(t, 'planner'), by_links(t), format('%s: as by links', t)) from unnest(array['top', 'a', 'b1', 'beside']) t;
select is((rowlock.work_item_subtree_answer(result => array(select w from rowlock.work_item_subtree(id => (item_of('a')).id, actor => who('nobody')) w))).body #>> '{work_items,1,title}',
  'a1', 'the answer is in this order');

-- The same path in another project is another tree; in the same one it cannot be told apart by its path.
insert into rowlock.work_item (id, project_id, kind, title, path, created_at, updated_at)
select (left(w.id::text, 8) || p.rest)::uuid, project(p.slug), 'task', 'like a in ' || p.slug, w.path, now(), now()
from item_of('a') w, (values ('-0000-4000-8000-000000000001', 'other'), ('-0000-4000-8000-000000000002', 'plan')) p (rest, slug);
select is((select array_agg(t order by t) from unnest(titles('a')) t), '{a,a1,"like a in plan"}', 'a path of another project is not in it');
select is(by_links('a'), '{a,a1}', 'by links nothing foreign is');
select refused($$select rowlock.work_item_subtree(id => md5('no')::uuid, actor => who('planner'))$$, 'PT404', 'work_item_exists', 'not_found', 'an unknown one is refused');
select refused($$select titles('top', 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
