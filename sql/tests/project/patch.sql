begin;
\ir ../_fixtures.psql
select plan(23);

select project('plan') as plan, project('other') as other, last_seq() as start \gset
select set_config('test.plan', :'plan', true), set_config('test.start', :'start', true);
create function patched(patch jsonb, by text default 'planner') returns rowlock.project language sql as $$
  select rowlock.project_patch(id => current_setting('test.plan')::uuid, patch => patched.patch, actor => who(patched.by));
$$;
create function told() returns text[] language sql as $$
  select array_agg(v.topic || ' ' || v.version || ' ' || (v.payload -> 'changed')::text order by v.seq) from events_since(current_setting('test.start')::bigint) v;
$$;
select is((select row(p.name, p.slug, p.description, p.version)::text from patched('{"name": "New", "slug": "new", "description": "All"}') p),
  row('New', 'new', 'All', 2)::text, 'what is given is changed');
select is(told(), '{"project.updated 2 [\"description\", \"name\", \"slug\"]"}', 'one event says what');
select is((select row(p.name, p.slug, p.description, p.version)::text from patched('{"name": "New", "description": null}') p),
  row('New', 'new', '', 3)::text, 'null empties the description');
select is((told())[2], 'project.updated 3 ["description"]', 'and what stayed is not told');
select is((patched(p::jsonb)).version, 3, format('%s changes nothing', p)) from unnest(array['{}', '{"name": "New"}', '{"description": null}']) p;
select is(cardinality(told()), 2, 'and leaves no event');
update rowlock.project set status = 'archived' where id = :'plan';
select is((patched('{"name": "Old"}')).name, 'Old', 'an archived project is patched too');
select is((rowlock.project_patch_answer(result => patched('{"name": "Older"}'))).body ->> 'name', 'Older', 'the answer is the project');

select refused($$select patched('{"slug": "other"}')$$, 'PT409', 'project_slug_taken', 'taken', 'a slug is given once');
select refused(format($$select patched(%L)$$, p), 'PT400', 'argument_invalid', r, format('%s is refused', p), f)
from (values ('{"slug": "A B"}', 'form', 'slug'), ('{"name": null}', 'missing', 'name'), ('{"name": ""}', 'missing', 'name'), ('{"name": 1}', 'not_string', 'name'),
  ('{"status": "archived"}', 'unknown', 'status'), ('[]', 'not_object', 'patch'), (jsonb_build_object('description', repeat('x', 10001))::text, 'too_long', 'description')) v (p, r, f);
select refused($$select rowlock.project_patch(id => md5('no')::uuid, patch => '{"name": "x"}', actor => who('planner'))$$, 'PT404', 'project_exists', 'not_found', 'an unknown one is refused');
select refused($$select patched('{"name": "x"}', 'worker')$$, 'PT403', 'actor_planner', 'not_planner', 'who may not write the plan is refused');
select refused($$select patched('{"name": "x"}', 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
select is(cardinality(told()), 4, 'refusals leave no event');
select is((patched('{"slug": "again"}', 'lead')).slug, 'again', 'an admin of a role may');

select * from finish();
rollback;
