begin;
\ir ../_fixtures.psql
select plan(60);

-- put(title, status): as it may have become. went(title, to): the titles of what changed, in the order of the answer.
create function put(title text, status text) returns void language sql as $$
  alter table rowlock.work_item disable trigger work_item_10_transition;
  update rowlock.work_item w set status = put.status where w.title = put.title;
  alter table rowlock.work_item enable trigger work_item_10_transition;
$$;
create function went(title text, to_status text, by text default 'planner') returns text[] language sql as $$
  select array_agg(w.title order by w.ordinality)
  from rowlock.work_item_transition(id => (item_of(went.title)).id, to_status => went.to_status, actor => who(went.by)) with ordinality w;
$$;
create function told(since bigint) returns text[] language sql as $$
  select array_agg(concat_ws(' ', w.title, v.payload ->> 'from', v.payload ->> 'to') order by v.seq)
  from events_since(since) v join rowlock.work_item w on w.id::text = v.subject_id where v.topic = 'work_item.status_changed';
$$;

-- All 16 pairs: 9 are edges.
create table pair as
select f || '>' || t as name, f, t, (f, t) in (
  ('todo', 'doing'), ('todo', 'done'), ('todo', 'cancelled'), ('doing', 'todo'), ('doing', 'done'), ('doing', 'cancelled'),
  ('done', 'doing'), ('done', 'cancelled'), ('cancelled', 'todo')) as legal
from unnest(array['todo', 'doing', 'done', 'cancelled']) f, unnest(array['todo', 'doing', 'done', 'cancelled']) t;
select item(p.name) from pair p;
select put(p.name, p.f) from pair p;
select last_seq() as start \gset
select is(went(p.name, p.t), array[p.name], format('%s is an edge', p.name)) from pair p where p.legal;
select refused(format('select went(%L, %L)', p.name, p.t), 'PT409', 'transition_legal', 'illegal_transition', format('%s is none', p.name)) from pair p where not p.legal;
select is((item_of(p.name)).status || (item_of(p.name)).version, case when p.legal then p.t || 2 else p.f || 1 end, format('%s left just that', p.name)) from pair p;
select is((select array_agg(t order by t) from unnest(told(:start)) t), (select array_agg(p.name || ' ' || p.f || ' ' || p.t order by p.name || ' ' || p.f || ' ' || p.t) from pair p where p.legal),
  'each edge left one event, the others none');
select is(
  (select row(v.subject_type, v.version, v.actor, v.origin_id, v.payload)::text from events_since(:start) v where v.subject_id = (item_of('todo>doing')).id::text),
  row('work_item', 2, who('planner'), (item_of('todo>doing')).id::text, jsonb_build_object(
    'work_item_id', (item_of('todo>doing')).id, 'project_id', project('plan'), 'from', 'todo', 'to', 'doing'))::text, 'which names item and edge');
select refused($$update rowlock.work_item set status = 'done' where title = 'cancelled>done'$$, 'PT409', 'transition_legal', 'illegal_transition', 'no UPDATE goes round the gate');
select item('guarded'), login('tap_planner', 'user', who('planner'));
select refused($$select as_login('tap_planner', 'update rowlock.work_item set status = ''done'' returning 1')$$, '42501', null, null, 'and no login has one');

-- Cancelling takes along what is open, through what is done and what is cancelled.
select item('top'), item('beside');
select item(t, parent => 'top') from unnest(array['a', 'b', 'c', 'd']) t;
select item(t || '1', parent => t) from unnest(array['a', 'b', 'c', 'd']) t;
select item('b2', parent => 'b1'), item('elsewhere', parent => 'beside');
select put('a', 'doing'), put('b', 'done'), put('b1', 'done'), put('c', 'cancelled'), put('d1', 'done');
select last_seq() as start \gset
select is((went('top', 'cancelled'))[1], 'top', 'the named item is answered first');
select is((select array_agg(w.title || ' ' || w.status || ' ' || w.version order by w.title) from rowlock.work_item w where w.title ~ '^(top|[a-d]\d?|elsewhere)$'),
  '{"a cancelled 2","a1 cancelled 2","b done 1","b1 done 1","b2 cancelled 2","c cancelled 1","c1 cancelled 2","d cancelled 2","d1 done 1","elsewhere todo 1","top cancelled 2"}',
  'open ones below are cancelled, also below done and cancelled ones; done ones stay done, cancelled ones untouched');
select is((select array_agg(t order by t) from unnest(told(:start)) t),
  '{"a doing cancelled","a1 todo cancelled","b2 todo cancelled","c1 todo cancelled","d todo cancelled","top todo cancelled"}', 'one event for each that changed');
select is((select array_agg(distinct v.payload ->> 'cascade_root') from events_since(:start) v), array[(item_of('top')).id::text], 'carrying what was named');
select is((select array_agg(distinct v.origin_id) from events_since(:start) v), array[(item_of('top')).id::text], 'and the root as origin');
select is((told(:start))[1], 'top todo cancelled', 'the named one first');
select is(went('top', 'todo'), '{top}', 'reopening a parent reopens no children');
select is(went('b', 'cancelled'), '{b}', 'done is cancelled when it is named itself');
select is(went('d1', 'doing'), '{d1}', 'children are free of their parents');
select is((item_of('d')).status, 'cancelled', 'and do not change them');
select is((rowlock.work_item_transition_answer(result => array(
  select w from rowlock.work_item_transition(id => (item_of('top')).id, to_status => 'cancelled', actor => who('lead')) w))).body #>> '{work_items,1,title}',
  'd1', 'the answer has all that changed; an admin of a role may');

-- Runs are left alone, unless they shall stop too: those that are running, of what is cancelled.
insert into rowlock.host (id, name, platform, status, created_at, updated_at) values (md5('host')::uuid, 'host', 'linux', 'online', now(), now());
create function runs_of(title text) returns void language sql as $$
  insert into rowlock.run (id, work_item_id, host_id, provider, session_name, status, pending_since, cwd, origin_id, created_at, updated_at)
  select md5(runs_of.title || s)::uuid, (item_of(runs_of.title)).id, case when s <> 'pending' then md5('host')::uuid end, 'claude', runs_of.title || ' ' || s, s, now(), '/', 'o', now(), now()
  from unnest(array['pending', 'spawning', 'running']) s;
$$;
create function states() returns text language sql as $$ select string_agg(r.session_name || ': ' || r.status, ', ' order by r.session_name) from rowlock.run r where r.session_name || ': ' || r.status !~ '(\w+): \1$' $$;
select item('job'), item('part', parent => 'job'), item('made', parent => 'job');
select runs_of(t) from unnest(array['job', 'part', 'made']) t;
select put('made', 'done');
select is(went('part', 'cancelled'), '{part}', 'an item with runs is cancelled');
select is(states(), null, 'and they are left alone');
select went('part', 'todo');
select last_seq() as start \gset
select rowlock.work_item_transition(id => (item_of('job')).id, to_status => 'cancelled', with_runs => true, actor => who('planner'));
select is(states(), 'job running: stopped, part running: stopped', 'those that are running are stopped, of what is cancelled');
select is((select array_agg(v.topic order by v.topic) from events_since(:start) v), '{run.stopped,run.stopped,work_item.status_changed,work_item.status_changed}', 'with their events');

update rowlock.project set status = 'archived' where slug = 'plan';
select is(went('beside', 'cancelled'), '{beside,elsewhere}', 'in an archived project too');
select last_seq() as start \gset
select refused($$select rowlock.work_item_transition(id => md5('no')::uuid, to_status => 'done', actor => who('planner'))$$, 'PT404', 'work_item_exists', 'not_found', 'an unknown one is refused');
select refused(format($$select rowlock.work_item_transition(id => (item_of('top')).id, to_status => %L, with_runs => %L, actor => who('planner'))$$, s, r), 'PT400', 'argument_invalid', x, format('%s is refused', f), f)
from (values ('open', false, 'unknown', 'to_status'), (null, false, 'missing', 'to_status'), ('done', true, 'not_cancelled', 'with_runs')) v (s, r, x, f);
select refused(format($$select went('top', 'todo', %L)$$, n), 'PT403', 'actor_planner', 'not_planner', format('%s may not', n)) from unnest(array['worker', 'robot']) n;
select refused($$select went('top', 'todo', 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
select is((select count(*) from events_since(:start)), 0::bigint, 'refusals leave no event');

select * from finish();
rollback;
