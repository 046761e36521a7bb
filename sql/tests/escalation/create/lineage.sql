-- What a row that belongs to a run, or to a work item, knows of where it comes from.
begin;
\ir ../../_fixtures.psql
select plan(22);

select item('root', kind => 'milestone') as root \gset
select item('task', parent => 'root') as task \gset
insert into rowlock.run (id, work_item_id, provider, session_name, cwd, origin_id, pending_since, created_at, updated_at) values
  (md5('run')::uuid, :'task', 'claude', 'rowlock-1', '/srv', :'root', now(), now(), now()),
  (md5('order')::uuid, :'task', 'claude', 'rowlock-2', '/srv', 'order-7', now(), now(), now());

-- asked(name, …): a row of a run or of an item, as a caller gets it.
create function asked(
  name text, run_id uuid default null, work_item_id uuid default null, origin_id text default null, parent_id text default null,
  signal_key text default null
) returns rowlock.escalation language sql as $$
  select (rowlock.escalation_create(
    role => 'reviewer', type => 'approval', description => asked.name, run_id => asked.run_id, work_item_id => asked.work_item_id,
    origin_id => asked.origin_id, parent_id => asked.parent_id, signal_key => asked.signal_key, actor => who('worker'))).escalation;
$$;

select is((select row(e.work_item_id, e.origin_id, e.parent_id)::text from asked('of a run', run_id => md5('run')::uuid) e),
  row(:'task', :'root', md5('run')::uuid)::text, 'a row of a run has its item, its origin, and the run as parent');
select is((select v.origin_id from last_event('of a run') v), :'root', 'and so has its event the origin');
select is((asked('of an order', run_id => md5('order')::uuid)).origin_id, 'order-7', 'the origin is the run''s own, whatever the root');
select is((select row(e.run_id, e.origin_id, e.parent_id)::text from asked('of an item', work_item_id => :'task') e),
  row(null::uuid, :'root', :'task')::text, 'an item asks without a run: the root is the origin, the item the parent');
select is((select row(e.origin_id, e.parent_id)::text from asked('of the root', work_item_id => :'root') e),
  row(:'root', :'root')::text, 'a root is its own origin');
select is((select row(e.work_item_id, e.origin_id, e.parent_id)::text
  from asked('says all', run_id => md5('run')::uuid, work_item_id => :'root', origin_id => 'o', parent_id => 'p') e),
  row(:'root', 'o', 'p')::text, 'what the call says itself stays');
select is((select row(e.origin_id, e.parent_id)::text from asked('says nothing', run_id => md5('run')::uuid, origin_id => '', parent_id => '') e),
  row(:'root', md5('run')::uuid)::text, 'an empty text says nothing');
select is((select row(e.work_item_id, e.origin_id, e.parent_id)::text from asked('of nothing') e), row(null, null, null)::text,
  'a row of neither is as it was');

select set_config('test.seq', last_seq()::text, true) is not null as ok \gset
select refused(format($$select asked('no run', run_id => %L)$$, md5('no')::uuid), 'PT404', 'run_exists', 'not_found', 'an unknown run is refused');
select refused(format($$select asked('no item', work_item_id => %L)$$, md5('no')::uuid), 'PT404', 'work_item_exists', 'not_found', 'an unknown item is refused');
select refused(format($$select asked('no item', run_id => %L, work_item_id => %L)$$, md5('run')::uuid, md5('no')::uuid),
  'PT404', 'work_item_exists', 'not_found', 'also beside a run');
select is((select count(*) from events_since(current_setting('test.seq')::bigint)), 0::bigint, 'refusals leave nothing');
select asked('again', run_id => md5('order')::uuid, signal_key => 'again') is not null as ok \gset
delete from rowlock.run r where r.id = md5('order')::uuid;
select is((asked('again', run_id => md5('order')::uuid, signal_key => 'again')).id, esc('again'), 'a step that asks again gets its row, though the run is gone');

-- The end of runs and items
select is(cardinality(rowlock._run_asks_cancel(ids => array[md5('run')::uuid], reason => 'run_stopped', at => clock_timestamp(),
  access => rowlock._actor_access(actor => who('planner')))), 3, 'the end of a run calls off its rows');
select is((select array_agg(e.description order by e.description) from rowlock.escalation e where e.status = 'cancelled'),
  array['of a run', 'says all', 'says nothing'], 'and no others');
select is((select row(v.topic, v.actor, v.payload - 'run_id')::text from last_event('of a run') v),
  row('escalation.cancelled', who('planner'), '{"reason": "run_stopped"}'::jsonb)::text, 'each event tells why and by whom');
select is((state_of('of a run')).milestones -> 0 ->> 'reason', 'run_stopped', 'and so do the milestones');
select is(rowlock._run_asks_cancel(ids => array[md5('run')::uuid], reason => 'run_stopped', at => clock_timestamp()), '{}', 'a second end finds nothing');
select asked('due', work_item_id => :'task') is not null, asked('answered', work_item_id => :'task') is not null \g /dev/null
select due('due');
select rowlock.escalation_resolve(id => esc('answered'), resolver_payload => '{}', actor => who('worker')) is not null as ok \gset
select is(cardinality(rowlock._work_item_asks_cancel(ids => array[:'task', :'root']::uuid[], reason => 'work_item_deleted', at => clock_timestamp())), 4,
  'the end of items calls off theirs');
select is((state_of('due')).status, 'pending', 'a row that is due expires');
select is((state_of('answered')).status, 'resolved', 'an answered one stays');
select is((last_event('of an item')).actor, null, 'a sweep is nobody');

select * from finish();
rollback;
