begin;
\ir ../_fixtures.psql
select plan(12);

select item('root'), item('a', parent => 'root'), item('b', parent => 'root');
select rowlock.work_item_patch(id => (item_of('a')).id, patch => '{"title": "a"}', actor => who('planner'));
select rowlock.work_item_transition(id => (item_of('a')).id, to_status => 'doing', actor => who('planner'));
select rowlock.work_item_move(id => (item_of('a')).id, new_parent_id => (item_of('b')).id, actor => who('planner'));

create function told(title text default 'a', after bigint default 0, max_rows integer default 100) returns text[] language sql as $$
  select coalesce(array_agg(split_part(h.topic, '.', 2) order by h.n), '{}')
  from (select e.*, row_number() over () as n from rowlock.work_item_history(
    id => (item_of(told.title)).id, after => told.after, max_rows => told.max_rows, actor => who('nobody')) e) h;
$$;
select is(told(), '{created,status_changed,reparented}', 'all that happened to an item, oldest first');
select is(told('b'), '{created}', 'and to it alone');
select is(told(max_rows => 2), '{created,status_changed}', 'a page has as many as are asked for');
select is(told(after => (select max(h.seq) from rowlock.work_item_history(id => (item_of('a')).id, max_rows => 2, actor => who('nobody')) h)),
  '{reparented}', 'the next begins after its last');
select is((rowlock.work_item_history_answer(
    result => array(select h from rowlock.work_item_history(id => (item_of('b')).id, actor => who('nobody')) h), max_rows => 100)).body -> 'next',
  'null'::jsonb, 'after the last there is none');
-- Ids of other things do not get in.
select rowlock._event_append(topic => 'role.updated', subject_type => 'role', subject_id => (item_of('b')).id::text, actor => who('chief'));
select is(told('b'), '{created}', 'what is no item with this id stays out');

select refused(
  format('select rowlock.work_item_history(id => %L, after => %s, max_rows => %s, actor => %L)', k.id, k.after, k.max_rows, who(k.name)),
  k.state, k.code, k.reason, k.what, k.field)
from (values
  (md5('none')::uuid, 0, 10, 'planner', 'PT404', 'work_item_exists', 'not_found', 'an unknown item has no history', null),
  (null, 0, 10, 'planner', 'PT404', 'work_item_exists', 'not_found', 'nor has none', null),
  ((item_of('a')).id, -1, 10, 'planner', 'PT400', 'argument_invalid', 'out_of_range', 'a cursor is no negative number', 'after'),
  ((item_of('a')).id, 0, 0, 'planner', 'PT400', 'argument_invalid', 'out_of_range', 'a page is not empty', 'max_rows'),
  ((item_of('a')).id, 0, 1001, 'planner', 'PT400', 'argument_invalid', 'out_of_range', 'a page has an end', 'max_rows'),
  ((item_of('a')).id, 0, 10, 'suspended', 'PT401', 'actor_active', 'not_active', 'who is suspended is told nothing', null)
) k (id, after, max_rows, name, state, code, reason, what, field);

select * from finish();
rollback;
