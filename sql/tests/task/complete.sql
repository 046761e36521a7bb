begin;
\ir ../_fixtures.psql
select plan(20);

select job(n) from unnest(array['wf', 'kept', 'begun', 'stuck', 'early', 'failed', 'cancelled', 'open']) n;
create function complete(name text, data jsonb default null, by text default 'robot') returns rowlock.task language sql as $$
  select rowlock.task_complete(id => (task_of(complete.name)).id, data => complete.data, actor => who(complete.by));
$$;
select rowlock.task_patch(id => (task_of(n)).id, patch => jsonb_build_object('status', s), actor => who('robot'))
from (values ('begun', 'in_progress'), ('stuck', 'needs_intervention'), ('cancelled', 'cancelled')) v (n, s);
select rowlock.task_fail(id => (task_of('failed')).id, error => '{}', actor => who('robot'));

select is((select row(t.status, t.data, t.version, t.completed_at = t.updated_at)::text from complete('wf', '{"parcel": 7}') t),
  '(completed,"{""parcel"": 7}",2,t)', 'a pending task ends well, with what it made');
select is((complete('kept')).data, '{"secret": 2}', 'without data it keeps what it had');
select is((complete('begun')).status, 'completed', 'one in progress ends');
select is((complete('stuck')).status, 'completed', 'so does one that needs intervention');
update rowlock.task set created_at = clock_timestamp() + interval '1 hour' where workflow_id = 'early';
select is((complete('early')).completed_at, (task_of('early')).created_at, 'a clock that stepped back fails no end');
select is((select array_agg(e.topic order by e.seq) from rowlock.event e where e.subject_id = (task_of('wf')).id::text), '{task.created,task.completed}', 'one event tells of it');
select is((select array_agg(k order by k) from rowlock.event e, jsonb_object_keys(e.payload) k where e.topic = 'task.completed' and e.subject_id = (task_of('begun')).id::text),
  '{started_at,status,workflow_id,workflow_type}', 'when it began and what it is; never what it made');

select rowlock.escalation_create(role => 'reviewer', type => 't', description => 'row', task_id => (task_of('open')).id, actor => who('robot'));
select refused(format($$select complete(%L)$$, n), 'PT409', 'task_' || s, s, format('a task that is %s is refused', s))
from (values ('wf', 'completed'), ('failed', 'failed'), ('cancelled', 'cancelled')) v (n, s);
select refused($$select complete('open', '"no"')$$, 'PT400', 'argument_invalid', 'not_object', 'data is an object', 'data');
select refused($$select complete('open', jsonb_build_object('a', repeat('x', 262144)))$$, 'PT400', 'argument_invalid', 'too_large', 'of 256 KiB', 'data');
select refused($$select rowlock.task_complete(id => null, actor => who('robot'))$$, 'PT400', 'argument_invalid', 'missing', 'no id is refused', 'id');
select refused($$select complete('open', by => 'worker')$$, 'PT403', 'task_write', 'not_initiator', 'who reads a row of it ends nothing');
select refused($$select complete('wf', by => 'worker')$$, 'PT404', 'task_exists', 'not_found', 'a hidden task does not exist');
select refused($$select complete('open', by => 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
select is((task_of('open')).version, 1, 'a refused end changes nothing');
select is((complete('open', by => 'lead')).status, 'completed', 'an admin of the role of a row ends it');
select is((state_of('row')).status, 'pending', 'its rows stay as they are');
select is((rowlock.task_complete_answer(result => task_of('wf'))).body ->> 'data', '{"parcel": 7}', 'the answer has the data');

select * from finish();
rollback;
