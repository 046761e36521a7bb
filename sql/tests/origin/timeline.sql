begin;
\ir ../_fixtures.psql
select plan(21);

select job('wf-7', origin_id => 'order-7');
select ask(n, origin_id => 'order-7') from unnest(array['first', 'second']) n;
select ask('hidden', role => 'engineer', origin_id => 'order-7');
select ask('elsewhere', origin_id => 'order-8');
select hold('first', 'worker');
select rowlock.escalation_resolve(id => esc('first'), resolver_payload => '{"ok": true}', actor => who('worker'));

create function told(name text, origin text default 'order-7', max_rows integer default 500, skip_rows integer default 0)
returns setof rowlock.origin_entry language sql as $$
  select t.* from rowlock.origin_timeline(
    origin_id => told.origin, max_rows => told.max_rows, skip_rows => told.skip_rows, actor => who(told.name)) t;
$$;
create function tale(name text, max_rows integer default 500, skip_rows integer default 0) returns text[] language sql as $$
  select array_agg(t.kind || ' ' || coalesce(t.record ->> 'topic', t.record ->> 'description', t.record ->> 'workflow_id') order by t.n)
  from (select t.*, row_number() over () as n from told(tale.name, 'order-7', tale.max_rows, tale.skip_rows) t) t;
$$;
select is(
  tale('worker'),
  array['escalation first', 'event escalation.created', 'escalation second', 'event escalation.created', 'event escalation.claimed', 'event escalation.resolved'],
  'rows and their events, in order of time');
select is(
  tale('chief'),
  array['task wf-7', 'event task.created', 'escalation first', 'event escalation.created', 'escalation second', 'event escalation.created',
    'escalation hidden', 'event escalation.created', 'event escalation.claimed', 'event escalation.resolved'],
  'who sees more is told more, tasks too');
select is((tale('robot'))[1:2], array['task wf-7', 'event task.created'], 'who began the task sees it and what happened to it');
select is(tale('engineer'), array['escalation hidden', 'event escalation.created'], 'others see their part');
select is(tale('chief', 3, 2), (tale('chief'))[3:5], 'a long story comes in pages');
select is((select count(*) from told('chief', skip_rows => 1000)), 0::bigint, 'a page after the last is empty');
select is((select t.record from told('worker') t where t.record ->> 'description' = 'second'),
  rowlock._escalation_record(state_of('second')), 'a record is what its own route tells');
select ok(bool_and(t.at <= t.next), 'each comes after the one before')
from (select t.at, lead(t.at, 1, 'infinity') over () as next from told('chief') t) t;

select item('packing');
select is(
  (select array_agg(t.record ->> 'topic') from told('nobody', (item_of('packing')).id::text) t where t.kind = 'event'),
  array['work_item.created'], 'what happened to the plan is told to all');

-- The whole loop: an item, its run, what that asks, who answers
select item('launch', kind => 'milestone') is not null, item('build', parent => 'launch') is not null \g /dev/null
select run_as('running', 'build') is not null as ok \gset
select ((rowlock.run_ask(run_id => (run_of('build')).id, attempt => 1, wait_key => 'k', role => 'reviewer', question => '"May I?"', actor => who('here'))).escalation).id as asked \gset
select rowlock.escalation_resolve(id => :'asked', resolver_payload => '{"ok": true}', actor => who('worker')) is not null as ok \gset
select rowlock.run_signal(id => (run_of('build')).id, attempt => 1, kind => 'finished', payload => '{"exit_code": 0}', actor => who('here')) is not null as ok \gset
create function story(name text, origin text) returns text[] language sql as $$
  select array_agg(coalesce(t.record ->> 'topic', t.kind || ' ' || coalesce(t.record ->> 'title', t.record ->> 'description', t.record ->> 'status')) order by t.n)
  from (select t.*, row_number() over () as n from told(story.name, story.origin) t) t;
$$;
select is(story('worker', (item_of('launch')).id::text), array[
  'work_item launch', 'work_item.created', 'work_item build', 'work_item.created', 'run exited', 'run.created', 'run.spawning', 'run.started',
  'escalation May I?', 'escalation.created', 'escalation.resolved', 'run.finished'], 'a plan, its runs and what these asked are one story');
select is(story('nobody', (item_of('launch')).id::text), array[
  'work_item launch', 'work_item.created', 'work_item build', 'work_item.created', 'run exited', 'run.created', 'run.spawning', 'run.started', 'run.finished'],
  'of which questions are told to those who can read them');
select is((select t.record from told('worker', (item_of('launch')).id::text) t where t.kind = 'run'), rowlock._run_record(run => run_of('build')), 'a run is what its own route tells');
select is((select t.record from told('worker', (item_of('launch')).id::text) t where t.record ->> 'title' = 'build'), rowlock._work_item_record(item_of('build')), 'and so is an item');
select rowlock.run_create(work_item_id => (item_of('build')).id, provider => 'claude', cwd => '/srv', origin_id => 'case-1', actor => who('planner')) is not null as ok \gset
select is(story('nobody', 'case-1'), array['work_item build', 'run pending', 'run.created'], 'an origin of another name has the items of its runs');
select rowlock.escalation_create(role => 'engineer', type => 't', description => 'on launch', work_item_id => (item_of('launch')).id, origin_id => 'case-2', actor => who('chief')) is not null as ok \gset
select is(story('engineer', 'case-2'), array['work_item launch', 'escalation on launch', 'escalation.created'], 'and of its rows');
select refused($$select story('worker', 'case-2')$$, 'PT404', 'origin_exists', 'not_found', 'if these can be read');

select refused(format('select rowlock.origin_timeline(origin_id => %L, max_rows => %s, actor => %L)', k.origin, k.max_rows, who(k.name)),
  k.state, k.code, k.reason, k.what, k.field)
from (values
  ('order-9', 10, 'worker', 'PT404', 'origin_exists', 'not_found', 'an unknown origin is not there', null),
  ('order-7', 10, 'nobody', 'PT404', 'origin_exists', 'not_found', 'nor one of which nothing can be seen', null),
  ('', 10, 'worker', 'PT400', 'argument_invalid', 'missing', 'an origin has a name', 'origin_id'),
  ('order-7', 1001, 'worker', 'PT400', 'argument_invalid', 'out_of_range', 'a page has an end', 'max_rows'),
  ('order-7', 10, 'suspended', 'PT401', 'actor_active', 'not_active', 'who is suspended is told nothing', null)
) k (origin, max_rows, name, state, code, reason, what, field);

select * from finish();
rollback;
