begin;
\ir ../_fixtures.psql
select plan(27);

select ask('open'), ask('routed', assigned_to => who('filler')), ask('other', role => 'engineer'), ask('due');
select ask('unrouted', role => 'nowhere');
select due('due');
select last_seq() as seq \gset

select is(rowlock.escalation_get(id => esc('open'), actor => who('worker')), state_of('open'),
  'the row comes back as it is stored');
select is((rowlock.escalation_get(id => esc('due'), actor => who('worker'))).status, 'pending',
  'reading a row past its deadline writes nothing');
select is((select count(*) from events_since(:seq)), 0::bigint, 'reading leaves no event');

-- Who may
select is(
  (select array_agg(n order by n) from unnest(array['worker', 'own', 'auditor', 'lead', 'chief', 'chief_two', 'robot']) n
   where (rowlock.escalation_get(id => esc('open'), actor => who(n))).id = esc('open')),
  '{auditor,chief,chief_two,lead,own,robot,worker}', 'whoever reads all of the role reads the row');
select is((rowlock.escalation_get(id => esc('routed'), actor => who('filler'))).id, esc('routed'),
  'who sees own rows sees what is assigned to them');
select refused(format($$select rowlock.escalation_get(id => esc('open'), actor => who(%L))$$, n),
  'PT404', 'escalation_exists', 'not_found', format('to %s the row does not exist', n))
from unnest(array['filler', 'watcher', 'engineer', 'nobody']) n;
select refused($$select rowlock.escalation_get(id => esc('unrouted'), actor => who('worker'))$$,
  'PT404', 'escalation_exists', 'not_found', 'a row of a role without members is hidden from members of others');
select is((rowlock.escalation_get(id => esc('unrouted'), actor => who('chief'))).id, esc('unrouted'), 'a global caller sees it');
select refused($$select rowlock.escalation_get(id => gen_random_uuid(), actor => who('chief'))$$,
  'PT404', 'escalation_exists', 'not_found', 'an unknown id does not exist');
select refused($$select rowlock.escalation_get(id => null, actor => who('chief'))$$,
  'PT400', 'argument_invalid', 'missing', 'no id is refused', 'id');
select refused($$select rowlock.escalation_get(id => esc('open'), actor => who('suspended'))$$,
  'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

-- The record that HTTP answers
create temp view record as
select (rowlock.escalation_get_answer(result => rowlock.escalation_get(id => esc('open'), actor => who('worker')))).*;
select is((select r.status from record r), 200, 'the answer is 200');
select is(
  (select array_agg(k order by k) from record r, jsonb_object_keys(r.body) k),
  array[
    'answers', 'approvals', 'approvals_required', 'assigned_to', 'assigned_until', 'available', 'claim_no', 'claimed_at', 'created_at', 'created_by', 'description',
    'digest', 'ended_at', 'entity', 'envelope', 'escalation_payload', 'expires_at', 'form_schema', 'id', 'level', 'level_at', 'level_from', 'levels', 'metadata', 'milestones', 'no_self_approval', 'origin_id',
    'parent_id', 'priority', 'resolved_at', 'resolved_by', 'resolver_payload', 'role', 'run_id', 'schema_version', 'signal_key', 'span_id',
    'status', 'subtype', 'task_id', 'task_queue', 'trace_id', 'type', 'updated_at', 'version', 'work_item_id',
    'workflow_id', 'workflow_type'],
  'the record has these keys and no others');
select is((select r.body ->> 'envelope' from record r), '{}', 'no envelope is an empty one, as a string');
select is((select r.body -> 'escalation_payload' from record r), 'null', 'no payload is null');
select matches((select r.body ->> 'created_at' from record r), '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$', 'times are ISO 8601 in UTC');
set local timezone = 'Asia/Kathmandu';
select is((select (r.body ->> 'created_at')::timestamptz from record r), (state_of('open')).created_at, 'the zone of the session does not matter');
select is((select r.body -> 'available' from record r), 'true', 'a free row is available');
select hold('open', 'worker');
select is((select r.body -> 'available' from record r), 'false', 'a held row is not');
select lapse('open');
select is((select r.body -> 'available' from record r), 'true', 'a lapsed row is available again, nothing having been written');

-- What becomes of it when it waits
create function waits(name text) returns jsonb language sql as $$
  select jsonb_agg(jsonb_build_array(l.value -> 'level', (l.value ->> 'due_at')::timestamptz - (state_of(waits.name)).created_at) order by l.ordinality)
  from jsonb_array_elements((rowlock.escalation_get_answer(result => state_of(waits.name))).body -> 'levels') with ordinality l;
$$;
select is(waits('other'), null, 'the role has no levels: nothing');
insert into rowlock.role_level (role, level, after_minutes, action, repeat_minutes) values
  ('engineer', 1, 10, 'notify', 5), ('engineer', 2, 60, 'notify', null), ('engineer', 3, 90, 'notify', null);
select is(waits('other'), '[[1, "00:10:00"], [2, "01:00:00"], [3, "01:30:00"]]', 'each level is due so long after the row came');
update rowlock.escalation set level = 1, level_at = clock_timestamp(), level_from = created_at + interval '1 hour' where description = 'other';
select is(waits('other'), '[[1, null], [2, "02:00:00"], [3, "02:30:00"]]', 'counted from when it came to the role; one that was reached is not due');
select rowlock.escalation_cancel(id => esc('other'), actor => who('engineer'));
select is(waits('other'), '[[1, null], [2, null], [3, null]]', 'nor is any of a row that has ended');

select * from finish();
rollback;
