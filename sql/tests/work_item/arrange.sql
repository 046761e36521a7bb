begin;
\ir ../_fixtures.psql
select plan(34);

select item('root'), item('aside'), item('far', project => 'other');
select item(t, parent => 'root') from unnest(array['a', 'b', 'c', 'd']) t;
select item('a1', parent => 'a');
-- All at 0, as they are made; the letters follow their ids.
update rowlock.work_item w set title = n.title
from (
  select s.id, chr(96 + row_number() over (order by s.id)::integer) as title
  from rowlock.work_item s where s.parent_id = (item_of('root')).id) n
where w.id = n.id;
-- under(title): what stands directly below it, in order. put(…): arranges; answers what is below the new parent then.
create function under(title text) returns text language sql as $$
  select string_agg(p.value ->> 'title', '' order by p.ordinality)
  from rowlock.work_item_list(
    project_id => project('plan'), roots => under.title is null, parent_id => (item_of(under.title)).id, actor => who('nobody')) l,
    jsonb_array_elements(l.items) with ordinality p;
$$;
create function put(title text, before text default null, parent text default 'root', by text default 'planner') returns text language plpgsql as $$
begin
  perform rowlock.work_item_arrange(
    id => (item_of(put.title)).id, new_parent_id => (item_of(put.parent)).id, before_id => (item_of(put.before)).id, actor => who(put.by));
  return under(parent);
end;
$$;
create function topics(start bigint) returns text language sql as $$
  select string_agg(split_part(v.topic, '.', 2) || ' ' || (select w.title from rowlock.work_item w where w.id::text = v.subject_id), ', ' order by 1)
  from (select v.topic, v.subject_id from events_since(topics.start) v) v;
$$;
select is(under('root'), 'abcd', 'as they are made');
select is(put('d', 'a'), 'dabc', 'before the first');
select is(put('d', 'c'), 'abdc', 'between two that have the same number');
select is((select string_agg(w.title, '' order by w.title) from rowlock.work_item w where w.parent_id = (item_of('root')).id and w.version > 1), 'cd', 'and one of these another');
select last_seq() as start \gset
select is(put('a', 'c'), 'bdac', 'and between two that have not');
select is(topics(:start), 'updated a', 'one event says so');
select is((select v.payload -> 'changed' from events_since(:start) v), '["sort_order"]'::jsonb, 'and what is changed');
select is(put('b'), 'dacb', 'after the last');
select last_seq() as start \gset
select is(put('b'), 'dacb', 'where it stands it stays');
select is(put('a', 'c'), 'dacb', 'also between two');
select is((select count(*) from events_since(:start)), 0::bigint, 'and no event says anything');
select is(put('aside', 'c'), 'daasidecb', 'from elsewhere');
select is(topics(:start), 'reparented aside', 'one event says that it was moved');
select is(put('b', parent => 'aside'), 'b', 'below one that has nothing');
select is(put('b', 'root', null), 'broot', 'to the top, before what is there');
select is((item_of('b')).path, left((item_of('b')).id::text, 8), 'it is a root');
select is(put('b', 'd', by => 'lead'), 'bdaasidec', 'and back');

-- The numbers end.
update rowlock.work_item set sort_order = -2147483648 where title = 'b';
select is(put('c', 'b'), 'cbdaaside', 'before the least number');
update rowlock.work_item set sort_order = 2147483647 where title = 'aside';
select is(put('c'), 'bdaasidec', 'after the greatest');
select is(put('b'), 'daasidecb', 'and again');

select is((rowlock.work_item_arrange_answer(result => rowlock.work_item_arrange(
  id => (item_of('far')).id, new_parent_id => null, actor => who('planner')))).body ->> 'title', 'far', 'the only root stays, and the answer is the item');

select refused(format('select rowlock.work_item_arrange(id => %L, new_parent_id => %L, before_id => %L, actor => %L)', k.id, k.parent, k.before, who(k.name)),
  k.state, k.code, k.reason, k.what)
from (values
  (md5('no')::uuid, null, null, 'planner', 'PT404', 'work_item_exists', 'not_found', 'an unknown item'),
  ((item_of('a')).id, md5('no')::uuid, null, 'planner', 'PT404', 'work_item_exists', 'not_found', 'an unknown parent'),
  ((item_of('a')).id, (item_of('a')).id, null, 'planner', 'PT422', 'work_item_cycle', 'cycle', 'below itself'),
  ((item_of('root')).id, (item_of('a')).id, null, 'planner', 'PT422', 'work_item_cycle', 'cycle', 'below what is below it'),
  ((item_of('a')).id, (item_of('far')).id, null, 'planner', 'PT422', 'work_item_project', 'cross_project', 'in another project'),
  ((item_of('a')).id, (item_of('root')).id, md5('no')::uuid, 'planner', 'PT409', 'work_item_sibling', 'not_sibling', 'before nothing'),
  ((item_of('a')).id, (item_of('root')).id, (item_of('a')).id, 'planner', 'PT409', 'work_item_sibling', 'not_sibling', 'before itself'),
  ((item_of('a')).id, (item_of('root')).id, (item_of('root')).id, 'planner', 'PT409', 'work_item_sibling', 'not_sibling', 'before what is elsewhere'),
  ((item_of('a')).id, null, (item_of('far')).id, 'planner', 'PT409', 'work_item_sibling', 'not_sibling', 'before a root of another project'),
  ((item_of('a')).id, null, null, 'worker', 'PT403', 'actor_planner', 'not_planner', 'who is no planner'),
  ((item_of('a')).id, null, null, 'suspended', 'PT401', 'actor_active', 'not_active', 'a suspended account')
) k (id, parent, before, name, state, code, reason, what);
select refused($$select rowlock.work_item_arrange(id => (item_of('a')).id, actor => who('planner'))$$, 'PT400', 'argument_invalid', 'missing', 'a parent, or none, has to be named', 'new_parent_id');
update rowlock.project set status = 'archived' where slug = 'plan';
select refused($$select rowlock.work_item_arrange(id => (item_of('a')).id, new_parent_id => null, actor => who('planner'))$$, 'PT423', 'project_active', 'project_archived', 'in an archived project nothing is moved');

select * from finish();
rollback;
