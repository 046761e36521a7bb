begin;
\ir ../_fixtures.psql
select plan(45);

select job(n) from unnest(array['wf', 'quick', 'early', 'same', 'ended', 'open']) n;
create function patch(name text, patch jsonb, by text default 'robot') returns rowlock.task language sql as $$
  select rowlock.task_patch(id => (task_of(patch.name)).id, patch => patch.patch, actor => who(patch.by));
$$;
create function told(name text) returns text[] language sql stable as $$
  select array_agg(split_part(e.topic, '.', 2) || ' ' || e.version order by e.seq) from rowlock.event e where e.subject_id = (task_of(told.name)).id::text;
$$;

-- Members
select patch('wf', '{"priority": 1, "lt_type": "l", "task_queue": "q", "signal_id": "s", "trace_id": "t", "span_id": "sp", "metadata": {"a": 1}, "envelope": "[1]", "data": {"b": 2}, "error": {"c": 3}}');
select is((select row(t.priority, t.lt_type, t.task_queue, t.signal_id, t.trace_id, t.span_id, t.metadata, t.envelope, t.data, t.error, t.status, t.version)::text from task_of('wf') t),
  '(1,l,q,s,t,sp,"{""a"": 1}",[1],"{""b"": 2}","{""c"": 3}",pending,2)', 'a value sets');
select is((select e.payload - array['workflow_id', 'workflow_type'] from rowlock.event e where e.subject_id = (task_of('wf')).id::text order by e.seq desc limit 1),
  '{"status": "pending", "changed": ["data", "envelope", "error", "lt_type", "metadata", "priority", "signal_id", "span_id", "task_queue", "trace_id"]}',
  'the event names what was changed, not the values');
select patch('wf', '{"lt_type": null, "metadata": null, "envelope": null, "data": null, "error": null}');
select is((select row(t.priority, t.lt_type, t.task_queue, t.metadata, t.envelope, t.data, t.error)::text from task_of('wf') t), '(1,,q,{},,,)', 'null clears, a key left out keeps');
select is((patch('wf', '{}')).version, 3, 'nothing changes nothing');
select is((patch('wf', '{"priority": 1, "status": "pending"}')).version, 3, 'nor does what is so already');
select is(told('wf'), '{created 1,updated 2,updated 3}', 'and leaves no event');

-- Transitions
select is((patch('wf', '{"status": "in_progress"}')).started_at is not null, true, 'a start is stamped');
create temp table start as select (task_of('wf')).started_at as at;
select is((patch('wf', '{"status": "needs_intervention", "error": {"message": "m"}}')).error, '{"message": "m"}', 'intervention, with what is wrong');
select is((patch('wf', '{"status": "in_progress"}')).started_at, (select s.at from start s), 'it goes on, and keeps its start');
select is((patch('wf', '{"status": "cancelled"}')).completed_at is not null, true, 'it is called off');
select is(told('wf'), '{created 1,updated 2,updated 3,started 4,escalated 5,updated 6,cancelled 7}', 'each transition has its event');
select is((select e.payload ->> 'from' from rowlock.event e where e.topic = 'task.cancelled'), 'in_progress', 'which tells where it comes from');
select is((patch('quick', '{"status": "needs_intervention"}')).started_at, null, 'a pending task may need intervention before it starts');
select is((patch('early', '{"status": "cancelled"}')).started_at, null, 'or end');
update rowlock.task set created_at = clock_timestamp() + interval '1 hour' where workflow_id = 'same';
select is((patch('same', '{"status": "in_progress"}')).started_at, (task_of('same')).created_at, 'a clock that stepped back fails no start');
select is((patch('same', '{"status": "cancelled"}')).completed_at, (task_of('same')).created_at, 'nor an end');

select refused($$select patch('quick', '{"status": "pending"}')$$, 'PT409', 'task_transition', 'transition', 'no task is pending again');
select rowlock.task_complete(id => (task_of('ended')).id, actor => who('robot'));
select refused($$select patch('ended', '{"priority": 1}')$$, 'PT409', 'task_completed', 'completed', 'an ended task changes no more');
select refused($$select patch('ended', '{}')$$, 'PT409', 'task_completed', 'completed', 'not even in nothing');
select refused($$select patch('wf', '{"status": "in_progress"}')$$, 'PT409', 'task_cancelled', 'cancelled', 'nor does it go on');

-- Refusals
select refused(format($$select patch('open', %L)$$, p), 'PT400', 'argument_invalid', r, format('%s is refused', p), f)
from (values
  ('{"status": "completed"}', 'own_verb', 'status'), ('{"status": "failed"}', 'own_verb', 'status'), ('{"status": "done"}', 'unknown', 'status'),
  ('{"status": null}', 'missing', 'status'), ('{"priority": null}', 'missing', 'priority'), ('{"priority": 5}', 'out_of_range', 'priority'),
  ('{"priority": "1"}', 'not_integer', 'priority'), ('{"priority": 1.5}', 'not_integer', 'priority'), ('{"priority": 2.0}', 'not_integer', 'priority'), ('{"priority": 1e30}', 'not_integer', 'priority'),
  ('{"lt_type": 1}', 'not_string', 'lt_type'), ('{"metadata": []}', 'not_object', 'metadata'), ('{"error": "e"}', 'not_object', 'error'),
  ('{"envelope": "no"}', 'not_json', 'envelope'), ('{"workflow_id": "x"}', 'unknown', 'workflow_id'), ('{"initiated_by": "x"}', 'unknown', 'initiated_by'),
  ('[]', 'not_object', 'patch')) v (p, r, f);
select refused($$select patch('open', jsonb_build_object('signal_id', repeat('x', 201)))$$, 'PT400', 'argument_invalid', 'too_long', 'names have 200 characters', 'signal_id');
select is(told('open'), '{created 1}', 'a refused patch leaves nothing');

-- Who may
select rowlock.escalation_create(role => 'reviewer', type => 't', task_id => (task_of('open')).id, actor => who('robot'));
select refused($$select patch('open', '{"priority": 1}', by => 'worker')$$, 'PT403', 'task_write', 'not_initiator', 'who reads a row of it changes nothing');
select refused($$select patch('ended', '{"priority": 1}', by => 'worker')$$, 'PT404', 'task_exists', 'not_found', 'a hidden task does not exist, whatever its state');
select refused($$select rowlock.task_patch(id => gen_random_uuid(), patch => '{}', actor => who('chief'))$$, 'PT404', 'task_exists', 'not_found', 'an unknown task does not exist');
select refused($$select patch('open', '{"priority": 1}', by => 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
select is((patch('open', '{"priority": 3}', by => 'lead')).priority, 3, 'an admin of the role of a row changes it');
select is((patch('open', '{"priority": 4}', by => 'chief')).priority, 4, 'so does a global caller');

select * from finish();
rollback;
