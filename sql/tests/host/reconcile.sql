begin;
\ir ../_fixtures.psql
select plan(48);

select machine('mini') as mini \gset
select machine('mega');
-- sessions(names…): the session of the run of each item; what no item is called is a session's own name.
create function sessions(variadic names text[]) returns text[] language sql stable as $$
  select coalesce(array_agg(coalesce((run_of(n.name)).session_name, n.name) order by n.ordinality), '{}')
  from unnest(names) with ordinality n (name);
$$;
-- report(sessions, …): what the worker of mini is told.
create function report(
  sessions text[], listed_at timestamptz default null, instance text default 'mini', by text default 'mini'
) returns rowlock.host_report language sql as $$
  select rowlock.host_reconcile(
    host_id => (host_of('mini')).id, instance_id => instance_of(report.instance), sessions => report.sessions,
    listed_at => report.listed_at, actor => who(report.by));
$$;
create function names(found jsonb) returns text language sql immutable as $$
  select coalesce(string_agg(i.value ->> 'session_name', ' ' order by i.ordinality), '-') from jsonb_array_elements(found) with ordinality i;
$$;
create function told(after bigint) returns text language sql as $$
  select coalesce(string_agg(e.topic || coalesce(' ' || (e.payload ->> 'session_name'), ''), ', ' order by e.seq), '-') from events_since(told.after) e;
$$;

-- Nothing to say
select last_seq() as s \gset
select is(report(sessions => '{}')::text, row(:'mini', '[]', '[]', '[]')::rowlock.host_report::text, 'a host without runs and sessions');

-- Runs whose session is gone
select run_as('spawning', 'young', 'mini'), run_as('running', 'lost', 'mini'), run_as('running', 'kept', 'mini'),
  run_as('running', 'elsewhere', 'mega'), run_as('exited', 'done', 'mini');
select last_seq() as s \gset
create temp table first as select r.* from report(sessions => sessions('kept')) r;
select is(status, expected, format('%s is %s', title, expected)) from (values
  ('young', 'failed'), ('lost', 'failed'), ('kept', 'running'), ('elsewhere', 'running'), ('done', 'exited')) v (title, expected),
  lateral (select (run_of(v.title)).status) r;
select is((r.failure_reason, r.finished_at is not null)::text, '(session_lost,t)', 'for the reason session_lost') from run_of('lost') r;
select set_eq('select i.value from first f, jsonb_array_elements(f.lost) i',
  $$select jsonb_build_object('run_id', r.id, 'attempt', 1, 'session_name', r.session_name) from unnest(array['young', 'lost']) t, run_of(t) r$$,
  'the report names them');
select is(names(f.orphans), '-', 'a session that has its run is nobody''s orphan') from first f;
select is((select count(*) from events_since(:s) e where e.topic = 'run.failed' and e.payload ->> 'failure_reason' = 'session_lost'),
  2::bigint, 'one event each');
select is((select count(*) from events_since(:s)), 2::bigint, 'and no other');
select last_seq() as s \gset
select is(names((report(sessions => sessions('kept'))).lost), '-', 'the next report finds none');
select is(told(:s), '-', 'and tells of none');

-- An empty list is a list
select is(names((report(sessions => '{}')).lost), names(jsonb_agg(jsonb_build_object('session_name', (run_of('kept')).session_name))),
  'where there are no sessions, all runs have lost theirs');
select run_as('running', 'safe', 'mini');
select refused($$select report(sessions => null)$$, 'PT400', 'argument_invalid', 'missing', 'a listing that failed is none', 'sessions');
select is((run_of('safe')).status, 'running', 'and ends no run');

-- What began after the listing
select last_seq() as s \gset
select clock_timestamp() as listed \gset
select run_as('spawning', 'claimed', 'mini'), run_as('running', 'begun', 'mini');
select is((report(sessions => sessions('safe'), listed_at => :'listed'))::text, row(:'mini', '[]', '[]', '[]')::rowlock.host_report::text,
  'a run that began after the listing cannot be in it');
select is(names((report(sessions => sessions('safe', 'claimed', 'begun'), listed_at => :'listed')).orphans), '-', 'or may');
select rowlock.run_stop(id => (run_of('begun')).id, actor => who('planner'));
select is(names((report(sessions => sessions('safe', 'claimed', 'begun'), listed_at => :'listed')).orphans), '-',
  'a session whose run ended after the listing is no orphan');

-- Sessions without a run
select last_seq() as s \gset
create temp table second as
select r.* from report(sessions => sessions('safe', 'claimed', 'begun', 'done', 'rowlock-0badcafe', 'notes', 'notes')) r;
select is(f.lost, '[]', 'no run is lost') from second f;
select set_eq($$select i.value - 'detected_at' from second f, jsonb_array_elements(f.orphans) i$$, $$
  select jsonb_build_object('session_name', r.session_name, 'run_id', r.id, 'attempt', 1) from unnest(array['begun', 'done']) t, run_of(t) r
  union all
  select jsonb_build_object('session_name', n, 'run_id', null, 'attempt', null) from unnest(array['rowlock-0badcafe', 'notes']) n$$,
  'sessions of runs that have ended, and of none, are orphans');
select is((select count(*) from events_since(:s) e where e.topic = 'run.orphan_detected'), 4::bigint, 'each is told');
select set_eq(format($$select e.payload from events_since(%s) e where e.payload ->> 'session_name' in ('notes', 'rowlock-%s')$$,
    :s, left((run_of('done')).id::text, 8)), $$
  select jsonb_build_object('host_id', (host_of('mini')).id, 'session_name', 'notes', 'run_id', null, 'attempt', null)
  union all
  select jsonb_build_object('host_id', (host_of('mini')).id, 'session_name', r.session_name, 'run_id', r.id, 'attempt', 1) from run_of('done') r$$,
  'with run and attempt, which are null where there is none');
select is(e.origin_id, (run_of('done')).origin_id, 'in the story of its run')
from events_since(:s) e where e.payload ->> 'session_name' = (run_of('done')).session_name;
select is((run_of('done')).status, 'exited', 'the run that ended stays as it ended');
select last_seq() as s \gset
create temp table third as select r.* from report(sessions => sessions('safe', 'claimed', 'begun', 'done', 'rowlock-0badcafe', 'notes')) r;
select is((select f.orphans from third f), (select f.orphans from second f), 'the next report names them again, as they were');
select is(told(:s), '-', 'and tells of none again');
select is(names((report(sessions => sessions('safe', 'claimed', 'notes'))).orphans), 'notes', 'what is gone is forgotten');
select is(told(:s), '-', 'in silence');
select is(names((report(sessions => sessions('safe', 'claimed', 'notes', 'done'))).orphans), 'notes ' || (run_of('done')).session_name,
  'and is an orphan anew when it comes back');
select is(told(:s), 'run.orphan_detected ' || (run_of('done')).session_name, 'which is told anew');
-- Each host has its own
select last_seq() as s \gset
select rowlock.host_reconcile(host_id => (host_of('mega')).id, instance_id => instance_of('mega'),
  sessions => sessions('elsewhere', 'notes'), actor => who('mega'));
select is(told(:s), 'run.orphan_detected notes', 'a session of that name on another host is another one');

-- A run that went on elsewhere
select run_as('running', 'moved', 'mini');
select report(sessions => sessions('safe', 'claimed', 'notes', 'done'));
select rowlock.run_requeue(id => (run_of('moved')).id, actor => who('planner'));
select last_seq() as s \gset
select report(sessions => sessions('safe', 'claimed', 'notes', 'done', 'moved'));
select is((e.payload ->> 'run_id', e.payload ->> 'attempt', e.origin_id)::text, ((run_of('moved')).id, 2, (run_of('moved')).origin_id)::text,
  'the session that a run left behind is told with the run as it is now') from events_since(:s) e;
select is((run_of('moved')).status, 'pending', 'which waits as before');

-- Runs that should not be
update rowlock.work_item set kind = 'milestone' where id = (item_of('safe')).id;
select is((report(sessions => sessions('safe', 'claimed', 'notes', 'done', 'moved'))).anomalies,
  jsonb_build_array(jsonb_build_object('run_id', (run_of('safe')).id, 'attempt', 1, 'work_item_id', (item_of('safe')).id, 'kind', 'milestone')),
  'a run of a milestone is named');
select is((run_of('safe')).status, 'running', 'and left alone');

-- Who may report
select refused(format('select report(sessions => ''{}'', instance => %L)', i), 'PT409', 'host_instance', 'other_instance', 'only the pinned instance reports')
from unnest(array['clone', null]) i;
select refused(format('select report(sessions => ''{}'', by => %L)', w), 'PT403', 'host_owner', 'not_own', format('%s reports nothing', w))
from unnest(array['mega', 'worker', 'planner']) w;
select is((run_of('safe')).status, 'running', 'what was refused ended no run');
select rowlock.host_disable(id => :'mini', actor => who('chief'));
select is(names((report(sessions => sessions('claimed', 'notes', 'done', 'moved'), by => 'chief')).lost), (run_of('safe')).session_name,
  'a disabled host is compared as any other');
select refused(format('select report(sessions => %L)', l), 'PT400', 'argument_invalid', r, t, 'sessions') from (values
  ('{a,NULL}'::text[], 'form', 'a session has a name'), ('{""}', 'form', 'which is not empty'),
  (array[repeat('n', 201)], 'form', 'nor too long'), (array_fill('n'::text, array[10001]), 'too_many', 'a host has 10,000 sessions at most')) v (l, r, t);
select refused($$select rowlock.host_reconcile(host_id => gen_random_uuid(), instance_id => null, sessions => '{}', actor => who('mini'))$$,
  'PT404', 'host_exists', 'not_found', 'what is no host is refused');

select * from finish();
rollback;
