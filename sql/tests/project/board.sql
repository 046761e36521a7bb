begin;
\ir ../_fixtures.psql
select plan(14);

select item('r1'), item('r2'), item('far', project => 'other');
select item(t, parent => 'r1') from unnest(array['a', 'b', 'c']) t;
select item('a1', 'subtask', 'a'), item('a2', 'epic', 'a');
update rowlock.work_item w set sort_order = s.n from (values ('r1', 2147483647), ('r2', -2147483648), ('a', 10), ('b', 2), ('c', -1), ('a1', 1), ('a2', 0)) s (title, n) where w.title = s.title;
update rowlock.work_item w set assignee = 'ada' where w.title in ('a1', 'c');
select rowlock.work_item_transition(id => (item_of(t)).id, to_status => 'doing', actor => who('planner')) from unnest(array['b', 'a2', 'r2']) t;
create function told(kind text[] default null, assignee text default null, max_rows integer default 50) returns text language sql as $$
  select string_agg(concat_ws(' ', c.value ->> 'status', c.value ->> 'total',
    (select string_agg(i.value ->> 'title', ' ' order by i.ordinality) from jsonb_array_elements(c.value -> 'work_items') with ordinality i)), '|' order by c.ordinality)
  from jsonb_array_elements(rowlock.project_board(
    id => project('plan'), kind => told.kind, assignee => told.assignee, max_rows => told.max_rows, actor => who('nobody')) -> 'columns') with ordinality c;
$$;
select is(told(), 'todo 4 r1 c a a1|doing 3 r2 b a2|done 0|cancelled 0', 'columns in the order of the statuses, cards in that of the tree');
select is(told(max_rows => 2), 'todo 4 r1 c|doing 3 r2 b|done 0|cancelled 0', 'so many of each, and how many there are');
select is(told(kind => '{subtask,epic}'), 'todo 1 a1|doing 1 a2|done 0|cancelled 0', 'of some kinds');
select is(told(kind => '{}'), 'todo 0|doing 0|done 0|cancelled 0', 'of none');
select is(told(assignee => 'ada'), 'todo 2 c a1|doing 0|done 0|cancelled 0', 'of somebody');
select is((rowlock.project_board(id => project('plan'), actor => who('nobody')) #> '{columns,0,work_items,0,children}'), '3'::jsonb, 'each says how many stand directly below it');
update rowlock.project set status = 'archived' where slug = 'plan';
select is(told(max_rows => 1), 'todo 4 r1|doing 3 r2|done 0|cancelled 0', 'of an archived project too');

select refused(format('select rowlock.project_board(id => %L, %s actor => %L)', k.id, k.more, who(k.name)), k.state, k.code, k.reason, k.what, k.field)
from (values
  (md5('no')::uuid, '', 'planner', 'PT404', 'project_exists', 'not_found', 'an unknown one has no board', null),
  (null, '', 'planner', 'PT404', 'project_exists', 'not_found', 'nor has none', null),
  (project('plan'), 'kind => ''{story}'',', 'nobody', 'PT400', 'argument_invalid', 'unknown', 'an unknown kind', 'kind'),
  (project('plan'), 'assignee => repeat(''x'', 201),', 'nobody', 'PT400', 'argument_invalid', 'too_long', 'more than a name', 'assignee'),
  (project('plan'), 'max_rows => 0,', 'nobody', 'PT400', 'argument_invalid', 'out_of_range', 'no cards', 'max_rows'),
  (project('plan'), 'max_rows => 501,', 'nobody', 'PT400', 'argument_invalid', 'out_of_range', 'too many', 'max_rows'),
  (project('plan'), '', 'suspended', 'PT401', 'actor_active', 'not_active', 'a suspended account is refused', null)
) k (id, more, name, state, code, reason, what, field);

select * from finish();
rollback;
