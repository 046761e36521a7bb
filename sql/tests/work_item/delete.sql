begin;
\ir ../_fixtures.psql
select plan(15);

select item('top'), item('beside');
select item('a', parent => 'top'), item('b', parent => 'top');
select item('a1', parent => 'a');
insert into rowlock.run (id, work_item_id, provider, session_name, pending_since, cwd, origin_id, created_at, updated_at)
select md5(t)::uuid, (item_of(t)).id, 'claude', t, now(), '/', 'o', now(), now() + n * interval '1 s' from unnest(array['a', 'a1', 'beside']) with ordinality t (t, n);
insert into rowlock.processed_signal (run_id, attempt, kind, received_at) select r.id, 1, 'started', now() from rowlock.run r;
select ask('of the run') as ask, ask('of another') as other \gset
update rowlock.escalation e set run_id = md5(case when e.description = 'of the run' then 'a1' else 'beside' end)::uuid where e.id in (:'ask', :'other');
create table before as select w.* from rowlock.work_item w;
create function gone(title text) returns uuid language sql as $$ select b.id from before b where b.title = gone.title $$;
select last_seq() as start \gset
select set_config('test.start', :'start', true);

select is((select row((d.work_item).title, d.descendants, d.run_ids)::text from rowlock.work_item_delete(id => gone('a'), actor => who('planner')) d),
  row('a', 1, array[md5('a')::uuid, md5('a1')::uuid])::text, 'it is answered what went');
select is((select array_agg(w.title order by w.title) from rowlock.work_item w), '{b,beside,top}', 'the item is gone, and what was below it');
select is((select array_agg(r.session_name) from rowlock.run r), '{beside}', 'with their runs');
select is((select count(*) from rowlock.processed_signal), 1::bigint, 'and what these had sent');
select is((select array_agg(e.status order by e.description) from rowlock.escalation e), '{pending,cancelled}', 'and what they asked is called off');
select is((select row(v.subject_id, v.version, v.actor, v.origin_id, v.payload)::text from events_since(:start) v where v.topic = 'work_item.deleted'),
  row(gone('a')::text, 2, who('planner'), gone('top')::text, jsonb_build_object(
    'work_item_id', gone('a'), 'project_id', project('plan'), 'descendants', 1, 'run_ids', array[md5('a')::uuid, md5('a1')::uuid]))::text,
  'one event tells all this');
select is((select array_agg(v.topic order by v.topic) from events_since(:start) v), '{escalation.cancelled,work_item.deleted}', 'beside that of the question');
select is((select count(*) from rowlock.event v where v.subject_id = gone('a')::text), 2::bigint, 'the journal keeps what it has');
select is((rowlock.work_item_delete_answer(result => rowlock.work_item_delete(id => gone('beside'), actor => who('lead')))).body #- '{work_item}',
  jsonb_build_object('descendants', 0, 'run_ids', array[md5('beside')::uuid]), 'the answer says it too; an admin of a role may');
select refused($$select rowlock.work_item_delete(id => gone('a'), actor => who('planner'))$$, 'PT404', 'work_item_exists', 'not_found', 'what is gone is not there');
select refused(format($$select rowlock.work_item_delete(id => gone('b'), actor => who(%L))$$, n), 'PT403', 'actor_planner', 'not_planner', format('%s may not', n))
from unnest(array['worker', 'nobody']) n;
select refused($$select rowlock.work_item_delete(id => gone('b'), actor => who('suspended'))$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
update rowlock.project set status = 'archived' where slug = 'plan';
select refused($$select rowlock.work_item_delete(id => gone('b'), actor => who('planner'))$$, 'PT423', 'project_active', 'project_archived', 'in an archived project nothing is deleted');
select is((select array_agg(w.title order by w.title) from rowlock.work_item w), '{b,top}', 'and refusals leave all as it is');

select * from finish();
rollback;
