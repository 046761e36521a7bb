-- What the table itself refuses, whoever writes: its CHECKs, its one key and its trigger.
begin;
\ir ../_fixtures.psql
select plan(33);

select ask('row', signal_key => 'k'), ask('ended');
-- broken(change): a change that a constraint refuses, by that constraint's name.
create function broken(change text, rule text, label text) returns text language sql as $$
  select refused(format('update rowlock.escalation set %s where description = ''row''', change), '23514', rule, null, label);
$$;
select broken('status = ''claimed'', ended_at = clock_timestamp()', 'escalation_status_known', 'there are four states');
select broken('priority = 0', 'escalation_priority_range', 'priority 0 is refused');
select broken('priority = 10', 'escalation_priority_range', 'priority 10 is refused');
select broken('metadata = ''[]''', 'escalation_metadata_object', 'metadata is an object');
select broken('milestones = ''{}''', 'escalation_milestones_array', 'milestones are an array');
select broken('ended_at = clock_timestamp()', 'escalation_open_or_ended', 'a pending row has not ended');
select broken('status = ''cancelled''', 'escalation_open_or_ended', 'an ended row has ended at some time');
select broken('status = ''resolved'', ended_at = clock_timestamp()', 'escalation_resolved_stamp', 'a resolved row was resolved at some time');
select broken('status = ''cancelled'', ended_at = clock_timestamp(), resolved_at = clock_timestamp()', 'escalation_resolved_stamp', 'only a resolved row was');
select broken('status = ''cancelled'', ended_at = created_at - interval ''1 s''', 'escalation_interval', 'a row ends no earlier than it began');
select broken('expires_at = created_at', 'escalation_deadline', 'a deadline lies after the creation');
select broken('assigned_until = clock_timestamp()', 'escalation_lease_holder', 'a window has a holder');
select broken(format('assigned_to = gen_random_uuid(), %s = ''infinity''', c), 'escalation_times_finite', format('%s is finite', c))
from unnest(array['assigned_until', 'claimed_at', 'expires_at', 'updated_at']) c;
select refused($$select ask('twin'); update rowlock.escalation set signal_key = 'k' where description = 'twin'$$,
  '23505', 'escalation_signal_key_idx', null, 'a key has one row');

-- A row that has ended gains milestones, nothing else
update rowlock.escalation set milestones = '[{"what": "a"}]' where description = 'ended';
select rowlock.escalation_cancel(id => esc('ended'), reason => 'b', actor => who('chief'));
create function frozen(change text, label text) returns text language sql as $$
  select refused(format('update rowlock.escalation set %s where description = ''ended''', change), 'PT409', 'escalation_terminal', 'terminal', label);
$$;
select frozen(c, format('%s is refused', c))
from unnest(array['status = ''pending'', ended_at = null', 'ended_at = ended_at + interval ''1 s''', 'resolver_payload = ''{}''', 'role = ''x''',
  'metadata = ''{"a": 1}''', 'claim_no = 9', 'assigned_to = null, last_holder = gen_random_uuid()', 'version = version + 1', 'priority = 1', 'milestones = ''[]''',
  'milestones = milestones - 0', 'milestones = ''{"what": "c"}'' || milestones', 'milestones = jsonb_set(milestones, ''{0,what}'', ''"z"'')']) c;
select lives_ok($$update rowlock.escalation set milestones = milestones || '{"what": "c"}', updated_at = clock_timestamp() where description = 'ended'$$,
  'a milestone is appended');
select is((select array_agg(m ->> 'what') from jsonb_array_elements((state_of('ended')).milestones) m), '{a,cancelled,c}', 'and the others stay');
select lives_ok($$delete from rowlock.escalation where description = 'ended'$$, 'an ended row may be archived');

select * from finish();
rollback;
