begin;
\ir ../_fixtures.psql
select plan(40);

-- triaged(by, ids, hint): how many were resolved, then each row with its status, whether its task is new, or why it was left.
create function triaged(by text, ids uuid[], hint text default 'look') returns text[] language sql as $$
  select cardinality(t.resolved)::text
    || array(select e.description || ' ' || (x ->> 'status') || case when (x ->> 'created')::boolean then ' new' else '' end
      from jsonb_array_elements(t.tasks) x join rowlock.escalation e on e.id = (x ->> 'escalation_id')::uuid order by e.description)
    || array(select coalesce(e.description, 'unknown') || ' ' || (x ->> 'reason')
      from jsonb_array_elements(t.skipped) with ordinality s (x, n) left join rowlock.escalation e on e.id = (x ->> 'id')::uuid order by s.n)
  from rowlock.escalation_bulk_triage(ids => triaged.ids, hint => triaged.hint, actor => who(triaged.by)) t;
$$;
create function triage_of(name text) returns rowlock.task language sql stable as $$
  select t.* from rowlock.task t where t.workflow_id = 'triage-' || esc(triage_of.name);
$$;

select ask(n) from unnest(array['alone', 'mine', 'held', 'lapsed', 'routed', 'done', 'off', 'late', 'several']) n;
select ask('waits', signal_key => 'k', origin_id => 'case-7'), ask('waits_held', signal_key => 'l'), ask('waits_late', signal_key => 'm');
update rowlock.escalation set workflow_id = 'wf-7', task_queue = 'q', task_id = '00000000-0000-4000-8000-000000000001', priority = 1, trace_id = 't' where description = 'waits';
update rowlock.escalation set assigned_to = who('filler') where description = 'routed';
update rowlock.escalation set approvals_required = 2 where description = 'several';
select hold('mine', 'lead'), hold('held', 'worker'), hold('lapsed', 'lead'), hold('waits_held', 'worker'), lapse('lapsed'), due('late'), due('waits_late');
select rowlock.escalation_resolve(id => esc('done'), resolver_payload => '{}', actor => who('lead')), rowlock.escalation_cancel(id => esc('off'), actor => who('lead'));
create temp table before as select last_seq() as seq;

select is(triaged('lead', ids('alone', 'waits', 'mine', 'held', 'lapsed', 'routed', 'done', 'nowhere', 'off', 'late', 'several', 'waits_held', 'waits_late', 'alone')),
  '{3,"alone resolved new","mine resolved new","routed resolved new","waits pending new","held held","lapsed claim_lapsed","done resolved","unknown not_found","off cancelled","late expired","several approvals","waits_held held","waits_late expired"}',
  'rows that nobody waits for are resolved, those with a signal key stay, the others are named with the reason');
select is(array(select v.topic from events_since((select seq from before)) v order by v.seq),
  '{escalation.resolved,escalation.resolved,escalation.resolved,task.created,task.created,task.created,task.created}', 'each change has one event');

-- The rows
select is((state_of('alone')).resolver_payload, '{"_triage": {"hint": "look"}}', 'the answer has the hint');
select is((state_of('alone')).resolved_by, who('lead'), 'and is of who triaged');
select is(events_of('alone'), '{created,resolved}', 'a resolved row has its event');
select is((last_event('alone')).payload - 'claim_no', jsonb_build_object('by', who('lead')), 'as any answer has');
select is((state_of('waits')).version, 1, 'a row that somebody waits for is as it was');
select is(events_of('waits'), '{created}', 'without an event');

-- The tasks
select is((select to_jsonb(t) - array['id', 'created_at', 'updated_at'] from triage_of('waits') t), jsonb_build_object(
  'workflow_id', 'triage-' || esc('waits'), 'workflow_type', 'triage', 'lt_type', 'approval', 'task_queue', 'q', 'status', 'pending', 'priority', 1, 'signal_id', 'k',
  'parent_workflow_id', 'wf-7', 'origin_id', 'case-7', 'parent_id', '00000000-0000-4000-8000-000000000001', 'escalation_id', esc('waits'),
  'envelope', jsonb_build_object('hint', 'look', 'escalation_id', esc('waits')), 'metadata', '{"role": "reviewer", "type": "approval", "subtype": "approval"}'::jsonb,
  'data', null, 'error', null, 'milestones', '[]'::jsonb, 'trace_id', 't', 'span_id', null, 'initiated_by', who('lead'), 'principal_type', 'user', 'version', 1,
  'started_at', null, 'completed_at', null), 'a task takes over what the row says of its case');
select is((triage_of('alone')).origin_id, 'triage-' || esc('alone'), 'without a case it is a process of its own');
select is((select e.payload from rowlock.event e where e.subject_id = (triage_of('waits')).id::text), jsonb_build_object(
  'workflow_id', 'triage-' || esc('waits'), 'workflow_type', 'triage', 'status', 'pending', 'lt_type', 'approval', 'priority', 1, 'parent_workflow_id', 'wf-7',
  'initiated_by', who('lead'), 'escalation_id', esc('waits')), 'its event names the row, not the hint');
select is((select (v.task).envelope from rowlock.task_get(id => (triage_of('waits')).id, actor => who('worker')) v), null, 'who reads the row sees the task, without the hint');
select is((select jsonb_path_query_array(v.escalations, '$[*].description') from rowlock.task_get(id => (triage_of('waits')).id, actor => who('worker')) v), '["waits"]', 'and the task shows the row');
select refused($$select rowlock.task_get(id => (triage_of('waits')).id, actor => who('engineer'))$$, 'PT404', 'task_exists', 'not_found', 'to others it does not exist');

-- The same again
select is(triaged('lead', ids('alone', 'waits'), 'again'), '{0,"waits pending","alone resolved"}', 'a row has one task of triage');
select is((triage_of('waits')).envelope ->> 'hint', 'look', 'which stays as it is');
select is((select count(*) from rowlock.event e where e.subject_id = (triage_of('waits')).id::text), 1::bigint, 'without a further event');
select refused($$select job('triage-' || gen_random_uuid(), by => 'chief')$$, 'PT400', 'argument_invalid', 'reserved', 'nobody else opens tasks under such names', 'workflow_id');

-- Others
select is(triaged('lead', '{}'), '{0}', 'no rows are no rows');
select ask('quiet'), ask('own');
select is(triaged('lead', ids('quiet'), null), '{1,"quiet resolved new"}', 'a hint need not be given');
select is((state_of('quiet')).resolver_payload, '{"_triage": {"hint": null}}', 'then it is null');
update rowlock.escalation set no_self_approval = true, created_by = who('lead') where description = 'own';
select is(triaged('lead', ids('own')), '{0,"own self_approval"}', 'who asked a row that others must answer does not triage it');
select is((state_of('own')).status, 'pending', 'it stays');
select is((rowlock.escalation_bulk_triage_answer(result => rowlock.escalation_bulk_triage(ids => ids('own', 'nowhere'), actor => who('chief')))).body #- '{tasks}',
  jsonb_build_object('triaged', 1, 'resolved', 1, 'skipped', jsonb_build_array(jsonb_build_object('id', (ids('nowhere'))[1], 'reason', 'not_found'))),
  'the answer counts');

-- Who may
select ask('fresh'), ask('code', role => 'engineer');
select refused($$select triaged('worker', ids('fresh'))$$, 'PT403', 'escalation_bulk', 'not_admin', 'a member may not triage in bulk');
select refused($$select triaged('lead', ids('fresh', 'code'))$$, 'PT403', 'escalation_bulk', 'not_admin', 'nor an admin of one role rows of another');
select is((state_of('fresh')).status, 'pending', 'then nothing is changed');
select is((triage_of('fresh')).id, null, 'and no task is opened');
select refused($$select triaged('suspended', ids('fresh'))$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
select is(triaged('chief', ids('fresh', 'code')), '{2,"code resolved new","fresh resolved new"}', 'a global caller triages in every role');
select refused($$select triaged('lead', ids('fresh'), repeat('x', 10001))$$, 'PT400', 'argument_invalid', 'too_long', 'a longer hint is refused', 'hint');
select refused($$select triaged('lead', array_fill(esc('fresh'), array[1001]))$$, 'PT400', 'argument_invalid', 'too_many', 'more than a thousand ids are refused', 'ids');
select refused($$select triaged('lead', null)$$, 'PT400', 'argument_invalid', 'missing', 'no ids are refused', 'ids');

-- A form that is enforced holds here too
select rowlock.role_patch(role => 'planner', patch => '{"enforce_schema": true, "form_schema": {"type": "object", "required": ["decision"]}}', actor => who('chief'));
select ask('strict', role => 'planner'), ask('strict_wait', role => 'planner', signal_key => 's'), ask('loose');
select refused($$select triaged('chief', ids('loose', 'strict'))$$, 'PT422', 'schema_validation', 'schema_validation', 'one answer that its form refuses refuses the call');
select is((select row((state_of('loose')).status, (state_of('strict')).status, (triage_of('loose')).id)::text), '(pending,pending,)', 'and nothing is changed');
select is(triaged('chief', ids('loose', 'strict_wait')), '{1,"loose resolved new","strict_wait pending new"}', 'a row that gets no answer has none to check');

-- A thousand
create temp table many as select array(select ask('m' || i, signal_key => case when i % 2 = 0 then 'm' || i end) from generate_series(1, 1000) i) as ids, last_seq() as seq;
select is((select cardinality(t.resolved) || ' ' || jsonb_array_length(t.tasks) || ' ' || jsonb_array_length(t.skipped)
  from many m, rowlock.escalation_bulk_triage(ids => m.ids, actor => who('lead')) t), '500 1000 0', 'a thousand rows go in one call');
select is((select string_agg(x.topic || ' ' || x.n, ', ' order by x.topic) from (select v.topic, count(*) as n from many m, events_since(m.seq) v group by v.topic) x),
  'escalation.resolved 500, task.created 1000', 'with one event for each change');
select is((select count(distinct t.escalation_id) from many m join rowlock.task t on t.escalation_id = any (m.ids)), 1000::bigint, 'and a task for each row');
select is((select (array_agg(distinct e.resolver_payload::text))::text from many m join rowlock.escalation e on e.id = any (m.ids) where e.status = 'resolved'),
  '{"{\"_triage\": {\"hint\": null}}"}', 'every answer is the same');

select * from finish();
rollback;
