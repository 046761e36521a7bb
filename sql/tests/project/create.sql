begin;
\ir ../_fixtures.psql
select plan(25);

select is((select row(p.name, p.slug, p.description, p.status, p.version)::text from rowlock.project_create(
  name => 'Launch', slug => 'launch-1', description => 'All of it', actor => who('planner')) p),
  row('Launch', 'launch-1', 'All of it', 'active', 1)::text, 'a project is made, active');
select is(
  (select row(v.topic, v.subject_type, v.version, v.actor, v.origin_id, v.payload - 'project_id')::text from events_since(0) v),
  row('project.created', 'project', 1, who('planner'), null::text, '{"slug": "launch-1", "name": "Launch"}'::jsonb)::text,
  'and leaves one event');
select is((select v.payload ->> 'project_id' from events_since(0) v), (select v.subject_id from events_since(0) v), 'which names it');
select is((rowlock.project_create(name => 'A', slug => 'a', actor => who('chief'))).description, '', 'a description is not needed');
select is((rowlock.project_create(name => 'B', slug => n || '-x', actor => who(n))).slug, n || '-x', format('%s may', n)) from unnest(array['lead']) n;
select is((rowlock.project_create_answer(result => rowlock.project_create(name => 'X', slug => 'x', actor => who('chief')))).status, 201, 'the answer is 201');

select set_config('test.seq', last_seq()::text, true) is not null as ok \gset
select refused($$select rowlock.project_create(name => 'C', slug => 'x', actor => who('chief'))$$, 'PT409', 'project_slug_taken', 'taken', 'a slug is given once');
select refused(format($$select rowlock.project_create(name => 'C', slug => %L, actor => who('chief'))$$, s), 'PT400', 'argument_invalid', r, format('slug %L is refused', s), 'slug')
from (values ('', 'missing'), (null, 'missing'), ('Big', 'form'), ('a b', 'form'), ('-a', 'form'), ('a-', 'form'), (E'a\n', 'form'),
  (repeat('x', 101), 'form'), ('ä', 'form')) a (s, r);
select refused($$select rowlock.project_create(name => '', slug => 'y', actor => who('chief'))$$, 'PT400', 'argument_invalid', 'missing', 'a project has a name', 'name');
select refused($$select rowlock.project_create(name => repeat('x', 201), slug => 'y', actor => who('chief'))$$, 'PT400', 'argument_invalid', 'too_long', 'a long name is refused', 'name');
select refused($$select rowlock.project_create(name => 'Y', slug => 'y', description => repeat('x', 10001), actor => who('chief'))$$, 'PT400', 'argument_invalid', 'too_long', 'a long description is refused', 'description');
select refused($$select rowlock.project_create(name => 'Y', slug => 'y', description => null, actor => who('chief'))$$, 'PT400', 'argument_invalid', 'missing', 'a description of null is refused', 'description');
select refused(format($$select rowlock.project_create(name => 'Y', slug => 'y', actor => who(%L))$$, n), 'PT403', 'actor_planner', 'not_planner', format('%s may not', n))
from unnest(array['worker', 'nobody', 'robot']) n;
select refused($$select rowlock.project_create(name => 'Y', slug => 'y', actor => who('suspended'))$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
select is_empty($$select from events_since(current_setting('test.seq')::bigint)$$, 'refusals leave no event');

select * from finish();
rollback;
