begin;
\ir ../_fixtures.psql
select plan(7);

select project('plan') as plan \gset
select is((rowlock.project_get(id => :'plan', actor => who(n))).slug, 'plan', format('%s sees it', n)) from unnest(array['planner', 'nobody', 'robot']) n;
select is(((rowlock.project_get_answer(result => rowlock.project_get(id => :'plan', actor => who('nobody')))).body ->> 'created_at') ~ '^\d{4}-.*\.\d{6}Z$',
  true, 'times are in UTC');
select item(t) from unnest(array['a', 'b', 'c']) t;
select rowlock.work_item_transition(id => (item_of('a')).id, to_status => 'doing', actor => who('planner'));
select is((rowlock.project_get_answer(result => rowlock.project_get(id => :'plan', actor => who('nobody')))).body -> 'work_items',
  '{"todo": 2, "doing": 1, "done": 0, "cancelled": 0}'::jsonb, 'its items are counted by status');
select refused($$select rowlock.project_get(id => md5('no')::uuid, actor => who('planner'))$$, 'PT404', 'project_exists', 'not_found', 'an unknown one is refused');
select refused(format($$select rowlock.project_get(id => %L, actor => who('suspended'))$$, :'plan'), 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
