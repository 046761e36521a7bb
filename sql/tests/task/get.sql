-- Who sees a task, whole or without payloads; and that nobody ties rows to a task of others.
begin;
\ir ../_fixtures.psql
select plan(33);

select job('wf', by => 'robot');
select rowlock.task_milestone(id => (task_of('wf')).id, what => 'packed', detail => '{"secret": 3}', actor => who('robot'));
-- seen(by, name): a task as somebody sees it: whole, part, or the refusal.
create function seen(by text, name text default 'wf') returns text language plpgsql as $$
declare
  v rowlock.task_view;
begin
  v := rowlock.task_get(id => (task_of(name)).id, actor => who(by));
  return case when v.whole then 'whole' else 'part' end || ' ' || jsonb_array_length(v.escalations);
exception when sqlstate 'PT404' then
  return 'hidden';
end;
$$;
select is(seen(n), s, format('without rows: %s', n))
from (values ('robot', 'whole 0'), ('chief', 'whole 0'), ('chief_two', 'whole 0'), ('lead', 'hidden'), ('worker', 'hidden'), ('nobody', 'hidden')) v (n, s);

select rowlock.escalation_create(role => 'reviewer', type => 't', description => 'row', task_id => (task_of('wf')).id, actor => who('robot'));
select rowlock.escalation_create(role => 'engineer', type => 't', description => 'far', task_id => (task_of('wf')).id, actor => who('chief'));
update rowlock.escalation set assigned_to = who('filler') where description = 'row';
select is(seen(n), s, format('with a row in reviewer, for the filler: %s', n))
from (values ('robot', 'whole 1'), ('chief', 'whole 2'), ('lead', 'whole 1'), ('worker', 'part 1'), ('auditor', 'part 1'), ('own', 'part 1'),
  ('filler', 'part 1'), ('watcher', 'hidden'), ('engineer', 'part 1'), ('nobody', 'hidden')) v (n, s);
update rowlock.escalation set role = 'engineer' where description = 'row';
select is(seen(n), s, format('when the row has moved on: %s', n))
from (values ('lead', 'hidden'), ('worker', 'hidden'), ('filler', 'hidden'), ('engineer', 'part 2')) v (n, s);

-- Payloads
select is((select (v.task).envelope from rowlock.task_get(id => (task_of('wf')).id, actor => who('robot')) v), '{"secret": 1}', 'the initiator sees payloads');
select is((select (rowlock.task_get_answer(result => v)).body ->> 'task' from rowlock.task_get(id => (task_of('wf')).id, actor => who('robot')) v) ~ 'secret.*secret.*secret', true,
  'over HTTP too');
select unalike((select to_jsonb(v) #>> '{task}' from rowlock.task_get(id => (task_of('wf')).id, actor => who('engineer')) v), '%secret%', 'who reads a row sees none');
select is((select (rowlock.task_get_answer(result => v)).body -> 'task' ?| array['envelope', 'data', 'error'] from rowlock.task_get(id => (task_of('wf')).id, actor => who('engineer')) v),
  false, 'over HTTP they are missing');
select is((select (v.task).milestones #>> '{0,what}' from rowlock.task_get(id => (task_of('wf')).id, actor => who('engineer')) v), 'packed', 'milestones are seen, without their details');
select is((select count(*) from rowlock.task_get(id => (task_of('wf')).id, actor => who('chief')) v,
  jsonb_array_elements(v.escalations) e where e ->> 'task_id' = (task_of('wf')).id::text), 2::bigint, 'the rows name the task');

-- A row is tied to a task by who may change it
select refused(format($$select rowlock.escalation_create(role => %L, type => 't', task_id => (task_of('wf')).id, actor => who(%L))$$, r, n),
  s, c, w, l) from (values
  ('engineer', 'engineer', 'PT403', 'task_write', 'not_initiator', 'who sees a task in part ties no row to it'),
  ('reviewer', 'lead', 'PT404', 'task_exists', 'not_found', 'an admin cannot come to payloads by a row of their own')) v (r, n, s, c, w, l);
select lives_ok($$select rowlock.escalation_create(role => 'reviewer', type => 't', task_id => gen_random_uuid(), actor => who('lead'))$$,
  'an id that no task has is the caller''s own word');

select refused($$select rowlock.task_get(id => gen_random_uuid(), actor => who('chief'))$$, 'PT404', 'task_exists', 'not_found', 'an unknown task does not exist');
select refused($$select rowlock.task_get(id => null, actor => who('chief'))$$, 'PT400', 'argument_invalid', 'missing', 'no id is refused', 'id');
select refused($$select rowlock.task_get(id => (task_of('wf')).id, actor => who('suspended'))$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
select is((select count(*) from rowlock.task_get(id => (task_of('wf')).id, actor => who('chief')) v), 1::bigint, 'one task, one row');

select * from finish();
rollback;
