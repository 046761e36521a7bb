begin;
\ir ../_fixtures.psql
select plan(13);

select item('root'), item('a', parent => 'root');
select last_seq() as start \gset
select is((select row(w.sort_order, w.version)::text from rowlock.work_item_reorder(id => (item_of('a')).id, sort_order => -3, actor => who('planner')) w),
  row(-3, 2)::text, 'it has another place');
select is((select row(v.topic, v.subject_id, v.version, v.payload -> 'changed')::text from events_since(:start) v),
  row('work_item.updated', (item_of('a')).id::text, 2, '["sort_order"]'::jsonb)::text, 'one event says so');
select is((rowlock.work_item_reorder(id => (item_of('a')).id, sort_order => -3, actor => who('planner'))).version, 2, 'the same again is nothing');
select is((select count(*) from events_since(:start)), 1::bigint, 'and leaves no event');
select is((rowlock.work_item_reorder_answer(result => rowlock.work_item_reorder(id => (item_of('a')).id, sort_order => s, actor => who('lead')))).body -> 'sort_order',
  to_jsonb(s), format('%s is a place', s)) from unnest(array[2147483647, -2147483648]) s;
select refused($$select rowlock.work_item_reorder(id => (item_of('a')).id, sort_order => null, actor => who('planner'))$$, 'PT400', 'argument_invalid', 'missing', 'a place is needed', 'sort_order');
select refused($$select rowlock.work_item_reorder(id => md5('no')::uuid, sort_order => 1, actor => who('planner'))$$, 'PT404', 'work_item_exists', 'not_found', 'an unknown one is refused');
select refused(format($$select rowlock.work_item_reorder(id => (item_of('a')).id, sort_order => 1, actor => who(%L))$$, n), 'PT403', 'actor_planner', 'not_planner', format('%s may not', n))
from unnest(array['worker', 'nobody']) n;
update rowlock.project set status = 'archived' where slug = 'plan';
select refused($$select rowlock.work_item_reorder(id => (item_of('a')).id, sort_order => 1, actor => who('planner'))$$, 'PT423', 'project_active', 'project_archived', 'in an archived project nothing is reordered');
select refused($$select rowlock.work_item_reorder(id => md5('no')::uuid, sort_order => 1, actor => who('planner'))$$, 'PT404', 'work_item_exists', 'not_found', 'whether it is there is asked first');
select refused($$select rowlock.work_item_reorder(id => (item_of('a')).id, sort_order => 1, actor => who('suspended'))$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
