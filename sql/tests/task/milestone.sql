begin;
\ir ../_fixtures.psql
select plan(18);

select job('wf'), job('full'), job('ended');
create function note(name text, what text, detail jsonb default null, by text default 'robot') returns rowlock.task language sql as $$
  select rowlock.task_milestone(id => (task_of(note.name)).id, what => note.what, detail => note.detail, actor => who(note.by));
$$;

select is((note('wf', 'packed', '{"parcel": 7, "none": null}')).milestones #- '{0,at}', jsonb_build_array(jsonb_build_object(
  'by', who('robot'), 'what', 'packed', 'detail', '{"parcel": 7, "none": null}'::jsonb)), 'a milestone says who, what and more');
select is(((task_of('wf')).milestones #>> '{0,at}')::timestamptz, (task_of('wf')).updated_at, 'and when');
select is((note('wf', 'sent', by => 'chief')).milestones #> '{1}' #- '{at}', jsonb_build_object('by', who('chief'), 'what', 'sent'), 'the next one is appended');
select is((task_of('wf')).version, 3, 'each is a version');
select is((select array_agg(e.topic || ' ' || e.version || ' ' || coalesce(e.payload ->> 'what', '') order by e.seq) from rowlock.event e where e.subject_id = (task_of('wf')).id::text),
  array['task.created 1 ', 'task.milestone 2 packed', 'task.milestone 3 sent'], 'and has its event');
select is((select e.payload ? 'detail' from rowlock.event e where e.topic = 'task.milestone' order by e.seq limit 1), false, 'without the detail');

select rowlock.task_fail(id => (task_of('ended')).id, error => '{"message": "m"}', actor => who('robot'));
select is(jsonb_array_length((note('ended', 'late')).milestones), 1, 'a task that has ended takes milestones');
select is((select row(t.status, t.version)::text from task_of('ended') t), '(failed,3)', 'and changes in nothing else');

update rowlock.task set milestones = (select jsonb_agg(jsonb_build_object('what', i)) from generate_series(1, 499) i) where workflow_id = 'full';
select is(jsonb_array_length((note('full', 'last')).milestones), 500, 'a task holds 500');
select refused($$select note('full', 'more')$$, 'PT409', 'task_milestones_full', 'milestones_full', 'and no more');

select refused($$select note('wf', '')$$, 'PT400', 'argument_invalid', 'missing', 'a milestone says what', 'what');
select refused($$select note('wf', repeat('x', 201))$$, 'PT400', 'argument_invalid', 'too_long', 'in 200 characters', 'what');
select refused($$select note('wf', 'a', '[]')$$, 'PT400', 'argument_invalid', 'not_object', 'more is an object', 'detail');
select refused($$select note('wf', 'a', jsonb_build_object('a', repeat('x', 4096)))$$, 'PT400', 'argument_invalid', 'too_large', 'of 4 KiB', 'detail');
select rowlock.escalation_create(role => 'reviewer', type => 't', task_id => (task_of('wf')).id, actor => who('robot'));
select refused($$select note('wf', 'a', by => 'worker')$$, 'PT403', 'task_write', 'not_initiator', 'who reads a row of it notes nothing');
select refused($$select note('full', 'a', by => 'worker')$$, 'PT404', 'task_exists', 'not_found', 'a hidden task does not exist');
select refused($$select note('wf', 'a', by => 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
select is((note('wf', 'a', by => 'lead')).version, 4, 'an admin of the role of a row notes');

select * from finish();
rollback;
