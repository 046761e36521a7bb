begin;
\ir ../_fixtures.psql
select plan(16);

select run_as('running', 'first'), run_as('exited', 'second');
select rowlock.run_signal(id => (run_of('first')).id, attempt => 1, kind => 'progress', seq => 1, payload => '{"lines": 3}', actor => who('here'));
select rowlock.run_stop(id => (run_of('first')).id, actor => who('planner'));

create function told(title text default 'first', after bigint default 0, topics text[] default null, max_rows integer default 100, by text default 'nobody')
returns text[] language sql as $$
  select coalesce(array_agg(split_part(h.topic, '.', 2) order by h.n), '{}')
  from (select e.*, row_number() over () as n from rowlock.run_history(
    id => (run_of(told.title)).id, after => told.after, topics => told.topics, max_rows => told.max_rows, actor => who(told.by)) e) h;
$$;
select is(told(), '{created,spawning,started,output_appended,stopped}', 'all that happened to a run, oldest first, for whoever signed in');
select is(told('second'), '{created,spawning,started,finished}', 'and of this run alone');
select is(told(topics => '{run.created,*.stopped}'), '{created,stopped}', 'only what is asked for');
select is(told(topics => '{escalation.*}'), '{}', 'which may be nothing');
select is(told(max_rows => 2), '{created,spawning}', 'a page has as many as are asked for');
select is(
  told(after => (select max(h.seq) from rowlock.run_history(id => (run_of('first')).id, max_rows => 2, actor => who('nobody')) h)),
  '{started,output_appended,stopped}', 'the next begins after its last');
select is(
  (rowlock.run_history_answer(
    result => array(select h from rowlock.run_history(id => (run_of('first')).id, max_rows => 2, actor => who('nobody')) h),
    max_rows => 2)).body #>> '{events,1,data,status}', 'spawning', 'over HTTP: events and next');

-- Ids of other things do not get in.
select rowlock._event_append(topic => 'role.updated', subject_type => 'role', subject_id => (run_of('second')).id::text, actor => who('chief'));
select is(told('second', by => 'chief'), '{created,spawning,started,finished}', 'what is no run with this id stays out');

select refused(
  format('select rowlock.run_history(id => %L, after => %s, max_rows => %s, topics => %L, actor => %L)', k.id, k.after, k.max_rows, k.topics, who(k.name)),
  k.state, k.code, k.reason, k.what, k.field)
from (values
  (md5('none')::uuid, 0, 10, null, 'planner', 'PT404', 'run_exists', 'not_found', 'an unknown run has no history', null),
  (null, 0, 10, null, 'planner', 'PT404', 'run_exists', 'not_found', 'a run has to be named', null),
  ((run_of('first')).id, -1, 10, null, 'planner', 'PT400', 'argument_invalid', 'out_of_range', 'a cursor is no negative number', 'after'),
  ((run_of('first')).id, 0, 1001, null, 'planner', 'PT400', 'argument_invalid', 'out_of_range', 'a page has an end', 'max_rows'),
  ((run_of('first')).id, 0, 10, array_fill('x'::text, array[1001]), 'planner', 'PT400', 'argument_invalid', 'too_many', 'patterns are not without end', 'topics'),
  ((run_of('first')).id, 0, 10, '{run.st*}', 'planner', 'PT400', 'argument_invalid', 'not_pattern', 'a pattern that fits no topic is refused', 'topics'),
  ((run_of('first')).id, 0, 10, '{run.*,NULL}', 'planner', 'PT400', 'argument_invalid', 'not_pattern', 'nothing is no pattern', 'topics'),
  ((run_of('first')).id, 0, 10, null, 'suspended', 'PT401', 'actor_active', 'not_active', 'who is suspended is told nothing', null)
) k (id, after, max_rows, topics, name, state, code, reason, what, field);

select * from finish();
rollback;
