begin;
\ir ../_fixtures.psql
select plan(32);

select item('one') as one, last_seq() as start \gset
select set_config('test.one', :'one', true), set_config('test.start', :'start', true);
create function patched(patch jsonb, by text default 'planner') returns rowlock.work_item language sql as $$
  select rowlock.work_item_patch(id => current_setting('test.one')::uuid, patch => patched.patch, actor => who(patched.by));
$$;
create function told() returns text[] language sql as $$
  select array_agg(v.topic || ' ' || v.version || ' ' || (v.payload -> 'changed')::text order by v.seq) from events_since(current_setting('test.start')::bigint) v;
$$;
select is((select row(w.title, w.description, w.assignee, w.kind, w.version)::text
  from patched('{"title": "two", "description": "All", "assignee": "ada", "kind": "subtask"}') w),
  row('two', 'All', 'ada', 'subtask', 2)::text, 'what is given is changed');
select is((told())[1], 'work_item.updated 2 ["assignee", "description", "kind", "title"]', 'one event says what');
select is((select row(w.title, w.description, w.assignee, w.kind, w.version)::text from patched('{"description": null, "assignee": null, "title": "two"}') w),
  row('two', '', null::text, 'subtask', 3)::text, 'null clears');
select is((told())[2], 'work_item.updated 3 ["assignee", "description"]', 'and what stayed is not told');
select is((patched(p::jsonb)).version, 3, format('%s changes nothing', p)) from unnest(array['{}', '{"title": "two"}', '{"assignee": null}']) p;
select is(cardinality(told()), 2, 'and leaves no event');
update rowlock.project set status = 'archived' where slug = 'plan';
select is((patched('{"title": "three"}')).title, 'three', 'in an archived project too');
select is((rowlock.work_item_patch_answer(result => patched('{"title": "four"}'))).body ->> 'title', 'four', 'the answer is the item');

insert into rowlock.run (work_item_id, provider, session_name, pending_since, cwd, origin_id, created_at, updated_at)
values (:'one', 'claude', 's', now(), '/', 'o', now(), now());
select refused(format($$select patched('{"kind": "%s"}')$$, k), 'PT409', 'work_item_kind', 'has_runs', format('what has runs becomes no %s', k))
from unnest(array['milestone', 'epic']) k;
select is((patched('{"kind": "task"}')).kind, 'task', 'but a task');
select is((patched('{"title": "five"}')).title, 'five', 'and other fields change');
delete from rowlock.run;
select is((patched(format('{"kind": "%s"}', k)::jsonb)).kind, k, format('without runs it becomes a %s', k)) from unnest(array['milestone', 'epic']) k;

select refused(format($$select patched(%L)$$, p), 'PT400', 'argument_invalid', r, format('%s is refused', left(p, 40)), f)
from (values ('{"kind": "story"}', 'unknown', 'kind'), ('{"kind": null}', 'missing', 'kind'), ('{"title": null}', 'missing', 'title'), ('{"title": ""}', 'missing', 'title'),
  ('{"title": 1}', 'not_string', 'title'), ('{"status": "done"}', 'unknown', 'status'), ('{"sort_order": 1}', 'unknown', 'sort_order'), ('{"path": "x"}', 'unknown', 'path'),
  ('[]', 'not_object', 'patch'), (jsonb_build_object('description', repeat('x', 10001))::text, 'too_long', 'description'),
  (jsonb_build_object('assignee', repeat('x', 201))::text, 'too_long', 'assignee')) v (p, r, f);
select refused($$select rowlock.work_item_patch(id => md5('no')::uuid, patch => '{"title": "x"}', actor => who('planner'))$$, 'PT404', 'work_item_exists', 'not_found', 'an unknown one is refused');
select refused($$select patched('{"title": "x"}', 'worker')$$, 'PT403', 'actor_planner', 'not_planner', 'who may not write the plan is refused');
select refused($$select patched('{"title": "x"}', 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
select is((patched('{"title": "six"}', 'lead')).title, 'six', 'an admin of a role may');
select is((item_of('six')).version, (select max(v.version) from rowlock.event v where v.subject_id = :'one'), 'each change is a version with its event');

select * from finish();
rollback;
