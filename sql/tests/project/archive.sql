begin;
\ir ../_fixtures.psql
select plan(10);

select project('plan') as plan \gset
update rowlock.project set status = 'active' where id = :'plan';
select last_seq() as start \gset
select is((select row(p.status, p.version)::text from rowlock.project_archive(id => :'plan', actor => who('planner')) p), row('archived', 2)::text, 'it is archived');
select is((select row(v.topic, v.subject_id, v.version, v.actor, v.payload)::text from events_since(:start) v),
  row('project.archived', :'plan', 2, who('planner'), jsonb_build_object('project_id', :'plan', 'slug', 'plan', 'status', 'archived'))::text, 'one event says so');
select is((select row(p.status, p.version)::text from rowlock.project_archive(id => :'plan', actor => who('planner')) p), row('archived', 2)::text, 'again is nothing');
select is((select count(*) from events_since(:start)), 1::bigint, 'and leaves no event');
select is((rowlock.project_archive_answer(result => rowlock.project_archive(id => :'plan', actor => who('chief')))).body ->> 'status', 'archived', 'the answer is the project');
select refused($$select rowlock.project_archive(id => md5('no')::uuid, actor => who('planner'))$$, 'PT404', 'project_exists', 'not_found', 'an unknown one is refused');
select refused(format($$select rowlock.project_archive(id => %L, actor => who(%L))$$, :'plan', n), 'PT403', 'actor_planner', 'not_planner', format('%s may not', n))
from unnest(array['worker', 'auditor']) n;
select refused(format($$select rowlock.project_archive(id => %L, actor => who('suspended'))$$, :'plan'), 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
select is_empty($$select from rowlock.topic_catalog c where c.topic in ('project.unarchived', 'project.deleted')$$, 'there is no topic of another name');

select * from finish();
rollback;
