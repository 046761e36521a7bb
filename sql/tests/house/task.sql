-- What the table of tasks itself refuses, whoever writes: its CHECKs and its one key.
begin;
\ir ../_fixtures.psql
select plan(19);

select job('row'), job('twin'), job('begun'), job('ended');
select rowlock.task_patch(id => (task_of('begun')).id, patch => '{"status": "in_progress"}', actor => who('robot'));
create function broken(name text, change text, rule text, label text) returns text language sql as $$
  select refused(format('update rowlock.task set %s where workflow_id = %L', change, name), '23514', rule, null, label);
$$;
select broken('row', 'status = ''done''', 'task_status_known', 'there are six states');
select broken('row', 'principal_type = ''group''', 'task_principal_type_known', 'and two kinds of principals');
select broken('row', 'priority = 0', 'task_priority_range', 'priority 0 is refused');
select broken('row', 'metadata = ''[]''', 'task_metadata_object', 'metadata is an object');
select broken('row', 'data = ''[]''', 'task_data_object', 'data is an object');
select broken('row', 'error = ''"e"''', 'task_error_object', 'an error is an object');
select broken('row', 'milestones = ''{}''', 'task_milestones_array', 'milestones are an array');
select broken('row', 'status = ''completed''', 'task_completed_stamp', 'an ended task has ended at some time');
select broken('row', 'completed_at = clock_timestamp()', 'task_completed_stamp', 'an open one has not');
select broken('row', 'status = ''in_progress''', 'task_started_stamp', 'one in progress was started at some time');
select broken('row', 'started_at = clock_timestamp()', 'task_started_stamp', 'a pending one was not');
select broken('row', 'status = ''failed'', completed_at = clock_timestamp()', 'task_failed_error', 'a failed task has an error');
select broken('begun', 'started_at = created_at - interval ''1 s''', 'task_interval', 'a task starts no earlier than it was opened');
select broken('begun', 'status = ''completed'', completed_at = created_at - interval ''1 s''', 'task_interval', 'and ends no earlier');
select broken('begun', 'status = ''completed'', started_at = created_at + interval ''2 s'', completed_at = created_at + interval ''1 s''', 'task_interval',
  'nor before it starts');
select broken('row', 'updated_at = ''infinity''', 'task_times_finite', 'times are finite');
select refused($$update rowlock.task set workflow_id = 'row' where workflow_id = 'twin'$$, '23505', 'task_workflow_id_key', null, 'a workflow has one task');

-- Dashboards see what is not a payload
select login('tap_reader', 'reader');
select is(as_login('tap_reader', $$select t.status from rowlock.tasks t where t.workflow_id = 'row'$$), 'pending', 'a reader sees tasks');
select is_empty($$select c from unnest(array['envelope', 'data', 'error', 'milestones']) c
  where has_column_privilege('rowlock_reader', 'rowlock.tasks', c, 'select')$$, 'without payloads');

select * from finish();
rollback;
