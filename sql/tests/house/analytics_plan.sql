-- Slow: What the figures of a window touch beside a long history: a plan that walks the history fails here.
begin;
\ir ../_fixtures.psql
select plan(20);

select login('tap_worker', 'user', who('worker')), login('tap_chief', 'user', who('chief'));
insert into rowlock.role (role, target_per_hour, sla_minutes) values ('reviewer', 5, 60) on conflict do nothing;

-- past(n, before): rows that ended one after another, 86 seconds apart; one in ten of them of the role reviewer.
create function past(n integer, before timestamptz) returns void language sql as $$
  insert into rowlock.escalation (
    id, role, type, status, assigned_to, assigned_until, claimed_at, resolved_by, resolved_at, ended_at, created_at, updated_at)
  select
    rowlock._uuid_v7(), case when i % 10 = 0 then 'reviewer' else 'role-' || i % 10 end, 'approval', 'resolved',
    w.id, t.at, t.at - interval '5 minutes', w.id, t.at, t.at, t.at - interval '20 minutes', t.at
  from who('worker') w (id), generate_series(1, past.n) i, lateral (select past.before - i * interval '86 seconds' as at) t;
$$;

-- What is asked, of a day that ends now.
create temp table question (name text, call text);
insert into question values
  ('backlog', 'select count(*) from rowlock.analytics_backlog(since => now() - interval ''1 day'', step => ''5 minutes'')'),
  ('flow', 'select count(*) from rowlock.analytics_flow(since => now() - interval ''1 day'')'),
  ('histogram', 'select count(*) from rowlock.analytics_histogram(since => now() - interval ''1 day'')'),
  ('aging', 'select count(*) from rowlock.analytics_aging()'),
  ('intervals', 'select count(*) from rowlock.analytics_intervals(since => now() - interval ''1 day'', max_rows => 100)'),
  ('little', 'select rowlock.analytics_little(since => now() - interval ''1 day'')'),
  ('workload', 'select count(*) from rowlock.analytics_workload(since => now() - interval ''1 day'')'),
  ('event_log', 'select rowlock.analytics_event_log(since => now() - interval ''1 day'', max_rows => 100)'),
  ('overview', 'select rowlock.analytics_overview()'),
  ('stations', 'select count(*) from rowlock.escalation_station_metrics()');

-- looked(by, call): buffers of one call as an unprivileged login, once its plans are made.
create function looked(by name, call text) returns integer language plpgsql as $$
declare
  v_plan jsonb;
  v_buffers integer;
begin
  for i in 1 .. 3 loop
    v_plan := as_login(by, 'explain (analyze, buffers, format json) ' || call)::jsonb #> '{0,Plan}';
    v_buffers := least(v_buffers, (v_plan ->> 'Shared Hit Blocks')::integer + (v_plan ->> 'Shared Read Blocks')::integer);
  end loop;
  return v_buffers;
end;
$$;

-- Two weeks, with a day of 1,000 rows at its end, and a backlog of 500.
select past(14000, now());
insert into rowlock.escalation (id, role, type, assigned_to, assigned_until, claimed_at, created_at, updated_at)
select
  rowlock._uuid_v7(), 'reviewer', 'approval', case when i % 5 = 0 then who('worker') end,
  case when i % 5 = 0 then now() + interval '1 hour' end, case when i % 5 = 0 then now() end, now() - interval '2 days', now()
from generate_series(1, 500) i;
analyze rowlock.escalation;
create temp table fortnight as
select l.name as by, q.name, looked(l.name, q.call) as buffers
from unnest(array['tap_worker', 'tap_chief']::name[]) l (name), question q;

-- A history of 28,000 rows before them.
select past(28000, now() - 14000 * interval '86 seconds');
analyze rowlock.escalation;
create temp table year as
select l.name as by, q.name, looked(l.name, q.call) as buffers
from unnest(array['tap_worker', 'tap_chief']::name[]) l (name), question q;
select diag(format('%s %s: %s buffers, %s with a history', d.by, d.name, d.buffers, y.buffers)) from fortnight d join year y using (by, name);

select cmp_ok(y.buffers, '<', d.buffers * 5 / 4 + 20, format('a day of %s costs %s what it did after two weeks alone', y.name, y.by))
from year y join fortnight d using (by, name) order by y.name, y.by;

select * from finish();
rollback;
