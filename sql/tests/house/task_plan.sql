-- Slow: What a page of tasks touches beside a long history: a plan that walks the history fails here.
begin;
\ir ../_fixtures.psql
select plan(15);

select login('tap_worker', 'user', who('worker')), login('tap_chief', 'user', who('chief')), login('tap_robot', 'user', who('robot'));

-- past(n): tasks that ended one after another; three to an origin, ten in a thousand the robot's.
create function past(n integer) returns void language sql as $$
  insert into rowlock.task (
    id, workflow_id, workflow_type, lt_type, parent_workflow_id, origin_id, status, initiated_by, principal_type, completed_at, created_at, updated_at)
  select
    rowlock._uuid_v7(), 'wf-' || i, 'type-' || i % 50, 'lt-' || i % 7, 'parent-' || i / 10, 'origin-' || i / 3,
    case when i % 100 = 0 then 'failed' else 'completed' end, case when i % 100 = 7 then (select who('robot')) else (select who('engineer')) end, 'bot', t.at, t.at, t.at
  from generate_series(1, past.n) i, lateral (select now() - i * interval '1 second' as at) t;
$$;
alter table rowlock.task drop constraint task_failed_error;

-- looked(by, call): buffers of one call as an unprivileged login, and sequential scans, once its plans are made.
create function looked(by name, call text, out buffers integer, out scans bigint) language plpgsql as $$
declare
  v_plan jsonb;
begin
  for i in 1 .. 3 loop
    scans := pg_stat_get_xact_numscans('rowlock.task'::regclass) + pg_stat_get_xact_numscans('rowlock.escalation'::regclass);
    v_plan := as_login(by, 'explain (analyze, buffers, format json) select rowlock.' || call)::jsonb #> '{0,Plan}';
    buffers := least(buffers, (v_plan ->> 'Shared Hit Blocks')::integer + (v_plan ->> 'Shared Read Blocks')::integer);
    scans := pg_stat_get_xact_numscans('rowlock.task'::regclass) + pg_stat_get_xact_numscans('rowlock.escalation'::regclass) - scans;
  end loop;
end;
$$;
create table asked as
select row_number() over () as n, v.* from (values
  ('tap_chief'::name, 'task_list(max_rows => 20)', 600), ('tap_chief', 'task_list(max_rows => 20, status => ''{failed}'')', 600),
  ('tap_chief', 'task_list(max_rows => 20, workflow_type => ''type-7'')', 600), ('tap_chief', 'task_list(workflow_id => ''wf-7'')', 600),
  ('tap_chief', 'task_list(origin_id => ''origin-77'')', 600), ('tap_chief', 'task_list(parent_workflow_id => ''parent-7'')', 600),
  ('tap_robot', format('task_list(max_rows => 20, initiated_by => %L)', who('robot')), 600),
  ('tap_chief', 'task_list(max_rows => 20, created => ''{"to": "2020-01-01T00:00:00Z"}'')', 600),
  -- Rare together, though not each: the walk ends at 5,000.
  ('tap_chief', 'task_list(max_rows => 20, status => ''{failed}'', workflow_type => ''type-7'')', 3000),
  ('tap_chief', 'task_list(max_rows => 20, lt_type => ''none'')', 520),
  ('tap_worker', 'task_list(max_rows => 20)', 30000), ('tap_chief', 'process_list(max_rows => 20)', 2000),
  ('tap_worker', 'process_list(max_rows => 20)', 33000)) v (by, call, most);

select past(20000);
insert into rowlock.escalation (id, role, type, task_id, created_at, updated_at)
select rowlock._uuid_v7(), 'engineer', 'approval', t.id, t.created_at, t.created_at from rowlock.task t;
analyze rowlock.task;
analyze rowlock.escalation;
create temp table after as select a.*, k.* from asked a, looked(a.by, a.call) k;
select diag(format('%s %s: %s buffers, %s sequential scans', a.by, a.call, a.buffers, a.scans)) from after a order by n;

select is((select array_agg(a.call) from after a where a.scans > 0), null, 'nothing reads all tasks or all escalations');
select cmp_ok(a.buffers, '<', a.most, format('%s of %s touches little', a.call, a.by)) from after a order by n;
select is((select jsonb_array_length(l.items) || ' ' || (l.next is not null) from rowlock.task_list(actor => who('worker')) l), '0 true',
  'who sees nothing in 5,000 tasks gets an empty page, and where to go on');

select * from finish();
rollback;
