begin;
\ir ../_fixtures.psql
select plan(13);

select job(n) from unnest(array['wf', 'done', 'open']) n;
create function failed(name text, error jsonb default '{"message": "m"}', by text default 'robot') returns rowlock.task language sql as $$
  select rowlock.task_fail(id => (task_of(failed.name)).id, error => failed.error, actor => who(failed.by));
$$;
select is((select row(t.status, t.error, t.data, t.version, t.completed_at = t.updated_at)::text from failed('wf') t),
  '(failed,"{""message"": ""m""}","{""secret"": 2}",2,t)', 'a task ends with an error, and keeps its data');
select is((select array_agg(e.topic order by e.seq) from rowlock.event e where e.subject_id = (task_of('wf')).id::text), '{task.created,task.failed}', 'one event tells of it');
select unalike((select e.payload::text from rowlock.event e where e.topic = 'task.failed'), '%message%', 'which does not carry the error');
select rowlock.task_complete(id => (task_of('done')).id, actor => who('robot'));
select refused($$select failed('done')$$, 'PT409', 'task_completed', 'completed', 'a completed task does not fail');
select refused($$select failed('wf')$$, 'PT409', 'task_failed', 'failed', 'a task fails once');
select refused($$select failed('open', null)$$, 'PT400', 'argument_invalid', 'missing', 'a failure has an error', 'error');
select refused($$select failed('open', '"m"')$$, 'PT400', 'argument_invalid', 'not_object', 'an error is an object', 'error');
select refused($$select failed('open', jsonb_build_object('a', repeat('x', 32768)))$$, 'PT400', 'argument_invalid', 'too_large', 'of 32 KiB', 'error');
select refused($$select failed('open', by => 'worker')$$, 'PT404', 'task_exists', 'not_found', 'a hidden task does not exist');
select refused($$select failed('open', by => 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
select refused($$update rowlock.task set data = null where workflow_id = 'wf'$$, 'PT409', 'task_terminal', 'terminal', 'whoever writes, an ended task stays');
select refused($$update rowlock.task set milestones = '[]' where workflow_id = 'wf'; update rowlock.task set milestones = '[1]' where workflow_id = 'wf';
  update rowlock.task set milestones = '[2]' where workflow_id = 'wf'$$, 'PT409', 'task_terminal', 'terminal', 'its milestones are appended to, nothing else');
select is((failed('open', by => 'chief')).status, 'failed', 'a global caller ends it');

select * from finish();
rollback;
