-- Slow: What figures touch beside a deep queue that is tallied: a plan that looks at every pending row fails here.
begin;
\ir ../_fixtures.psql
select plan(8);

select login('tap_worker', 'user', who('worker')), login('tap_chief', 'user', who('chief'));
insert into rowlock.role (role, target_per_hour, sla_minutes) values ('reviewer', 5, 60) on conflict do nothing;

-- pending(n): rows of two days ago that nobody holds.
create function pending(n integer) returns void language sql as $$
  insert into rowlock.escalation (id, role, type, priority, created_at, updated_at)
  select
    rowlock._uuid_v7(), case when i % 2 = 0 then 'reviewer' else 'engineer' end, 'approval', 1 + i % 4,
    now() - interval '2 days' + i * interval '1 second', now()
  from generate_series(1, pending.n) i;
  analyze rowlock.escalation;
$$;
create temp table question (name text, call text);
insert into question values
  ('stats', 'select rowlock.escalation_stats()'),
  ('stations', 'select count(*) from rowlock.escalation_station_metrics()'),
  ('backlog', 'select count(*) from rowlock.analytics_backlog(since => now() - interval ''1 day'', step => ''5 minutes'')'),
  ('backlog of a role', 'select count(*) from rowlock.analytics_backlog(since => now() - interval ''1 day'', query => ''{"role": "reviewer"}'')');

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

select pending(1000);
select rowlock.escalation_fold(min_rows => 0, anew => true);
create temp table shallow as
select l.name as by, q.name, looked(l.name, q.call) as buffers
from unnest(array['tap_worker', 'tap_chief']::name[]) l (name), question q;

select pending(8000);
select rowlock.escalation_fold(min_rows => 0, anew => true);
create temp table deep as
select l.name as by, q.name, looked(l.name, q.call) as buffers
from unnest(array['tap_worker', 'tap_chief']::name[]) l (name), question q;
select diag(format('%s %s: %s buffers, %s of a deep queue', s.by, s.name, s.buffers, d.buffers)) from shallow s join deep d using (by, name);

select cmp_ok(d.buffers, '<', s.buffers * 5 / 4 + 50, format('%s cost %s what they cost beside a ninth of the queue', d.name, d.by))
from deep d join shallow s using (by, name) order by d.name, d.by;

select * from finish();
rollback;
