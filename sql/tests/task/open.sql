begin;
\ir ../_fixtures.psql
select plan(32);

create temp table first as select * from rowlock.task_open(
  workflow_id => 'wf', workflow_type => 'ship', lt_type => 'l', task_queue => 'q', priority => 1, signal_id => 's',
  parent_workflow_id => 'p', origin_id => 'o', parent_id => 'i', envelope => '"{\"step\": 3}"', metadata => '{"m": 1}', data => '{"d": 1}',
  trace_id => 't', span_id => 'sp', actor => who('robot'));
select is((select f.created from first f), true, 'a task is opened');
select is(task_of('wf'), (select f.task from first f), 'and it is what comes back');
select is((select to_jsonb(t) - array['id', 'created_at', 'updated_at'] from task_of('wf') t), jsonb_build_object(
  'workflow_id', 'wf', 'workflow_type', 'ship', 'lt_type', 'l', 'task_queue', 'q', 'status', 'pending', 'priority', 1, 'signal_id', 's',
  'parent_workflow_id', 'p', 'origin_id', 'o', 'parent_id', 'i', 'escalation_id', null, 'envelope', '{"step": 3}'::jsonb,
  'metadata', '{"m": 1}'::jsonb, 'data', '{"d": 1}'::jsonb, 'error', null, 'milestones', '[]'::jsonb, 'trace_id', 't', 'span_id', 'sp',
  'initiated_by', who('robot'), 'principal_type', 'bot', 'version', 1, 'started_at', null, 'completed_at', null),
  'every argument is kept; who opens it initiates it, and a string that holds JSON is JSON');
select is((select jsonb_agg(to_jsonb(e) - array['seq', 'subject_id', 'occurred_at', 'created_at']) from rowlock.event e where e.subject_id = (task_of('wf')).id::text),
  jsonb_build_array(jsonb_build_object('topic', 'task.created', 'subject_type', 'task', 'version', 1, 'role', null, 'assigned_to', who('robot'),
    'origin_id', 'o', 'actor', who('robot'), 'payload', jsonb_build_object('workflow_id', 'wf', 'workflow_type', 'ship', 'status', 'pending', 'lt_type', 'l',
      'priority', 1, 'parent_workflow_id', 'p', 'initiated_by', who('robot')))), 'one event tells of it, without payloads');

-- The same again
create temp table again as select * from rowlock.task_open(workflow_id => 'wf', workflow_type => 'other', data => '{}', actor => who('robot'));
select is((select a.created from again a), false, 'a workflow id has one task');
select is((select a.task from again a), (select f.task from first f), 'which comes back unchanged');
select is((select count(*) from rowlock.event e where e.subject_id = (task_of('wf')).id::text), 1::bigint, 'without a further event');
select is((rowlock.task_open_answer(result => row(a.task, a.whole, a.created)::rowlock.task_opened)).status, 200, 'over HTTP that is 200') from again a;
select is((rowlock.task_open_answer(result => row(f.task, f.whole, f.created)::rowlock.task_opened)).status, 201, 'and the first call 201') from first f;
select refused($$select rowlock.task_open(workflow_id => 'wf', workflow_type => 'ship', actor => who('engineer'))$$,
  'PT409', 'task_workflow_id_taken', 'workflow_id_taken', 'who cannot see the task is told nothing of it');
select rowlock.escalation_create(role => 'engineer', type => 't', task_id => (task_of('wf')).id, actor => who('chief'));
create temp table masked as select o.* from rowlock.task_open(workflow_id => 'wf', workflow_type => 'ship', actor => who('engineer')) o;
select is((select row(m.created, m.whole, (m.task).id, (m.task).envelope, (m.task).data)::text from masked m),
  format('(f,f,%s,,)', (task_of('wf')).id), 'who reads one of its rows gets it without payloads');

-- What is left out
select job('plain', by => 'worker');
select is((task_of('plain')).origin_id, 'plain', 'without an origin a task is a process of its own');
select is((task_of('plain')).principal_type, 'user', 'a person is a user');
select rowlock.task_open(workflow_id => 'empty', workflow_type => 't', origin_id => '', metadata => null, envelope => 'null', actor => who('worker'));
select is((select row(t.origin_id, t.metadata, t.envelope)::text from task_of('empty') t), '(empty,{},)', 'empty is as good as left out');
select is(((rowlock.task_open(workflow_id => 'for', workflow_type => 't', initiated_by => who('robot'), actor => who('chief'))).task).initiated_by,
  who('robot'), 'a global caller opens one for somebody else');
select is((task_of('for')).principal_type, 'bot', 'whose kind it then has');

-- Who may
select refused(format($$select job('n-%1$s', by => %1$L)$$, n), 'PT403', 'task_open', 'write_scope', format('%s may not open tasks', n))
from unnest(array['own', 'filler', 'auditor', 'watcher', 'nobody']) n;
select refused($$select job('s', by => 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
select refused($$select rowlock.task_open(workflow_id => 'x', workflow_type => 't', initiated_by => who('robot'), actor => who('lead'))$$,
  'PT403', 'actor_global', 'not_global', 'nobody else opens one in another''s name');

-- What is refused
select refused(format($$select rowlock.task_open(workflow_type => 'a', workflow_id => 'b', %s actor => who('worker'))$$, a), 'PT400', 'argument_invalid', r, l, f)
from (values
  ('priority => 5,', 'out_of_range', 'a priority of 5 is refused', 'priority'),
  ('metadata => ''[]'',', 'not_object', 'metadata is an object', 'metadata'),
  ('lt_type => repeat(''x'', 201),', 'too_long', 'names have 200 characters', 'lt_type'),
  ('envelope => ''"no"'',', 'not_json', 'an envelope is JSON', 'envelope'),
  ('data => ''[1]'',', 'not_object', 'data is an object', 'data'),
  ('data => to_jsonb(jsonb_build_object(''a'', repeat(''x'', 262144))),', 'too_large', 'data has 256 KiB', 'data')) v (a, r, l, f);
select refused($$select rowlock.task_open(workflow_id => '', workflow_type => 't', actor => who('worker'))$$,
  'PT400', 'argument_invalid', 'missing', 'a task has a workflow id', 'workflow_id');
select refused($$select rowlock.task_open(workflow_id => 'x', workflow_type => null, actor => who('worker'))$$,
  'PT400', 'argument_invalid', 'missing', 'and a type', 'workflow_type');
select refused($$select rowlock.task_open(workflow_id => 'x', workflow_type => 't', initiated_by => gen_random_uuid(), actor => who('chief'))$$,
  'PT400', 'argument_invalid', 'unknown', 'an unknown account initiates nothing', 'initiated_by');

select * from finish();
rollback;
