-- Slow: What a claim of a run touches, whatever waits around it: a plan that walks the runs of other hosts fails here.
begin;
\ir ../_fixtures.psql
select plan(12);

select machine('h' || i) from generate_series(1, 100) i;
select login('tap_h1', 'user', who('h1')), login('tap_service', 'service');
select item('work');

-- fill(n, …): pending runs as some past minute left them.
create function fill(n integer, target text default null, ago interval default '1 hour') returns void language sql as $$
  insert into rowlock.run (work_item_id, target_host_id, provider, session_name, cwd, origin_id, pending_since, created_at, updated_at)
  select (select (item_of('work')).id), (select (host_of(fill.target)).id), 'claude', 'x-' || gen_random_uuid(), '/', 'x', s.at, s.at, s.at
  from (select now() - fill.ago + i * interval '1 ms' as at from generate_series(1, fill.n) i) s;
$$;
-- touched(statement): the buffers of one call as the unprivileged login: the least of five, once its plans are made.
create function touched(statement text, by name default 'tap_h1') returns integer language plpgsql as $$
declare
  v_plan  jsonb;
  v_least integer;
begin
  for i in 1 .. 5 loop
    v_plan := as_login(by, 'explain (analyze, buffers, format json) ' || statement)::jsonb #> '{0,Plan}';
    v_least := least(
      v_least, (v_plan ->> 'Shared Hit Blocks')::integer + (v_plan ->> 'Shared Read Blocks')::integer);
  end loop;
  return v_least;
end;
$$;
create function touched_by_claim() returns integer language sql as $$
  select touched(format('select id from rowlock.run_claim(host_id => %L, instance_id => %L)', (host_of('h1')).id, instance_of('h1')));
$$;

select fill(100);
analyze rowlock.run, rowlock.host;
create temp table small as select touched_by_claim() as buffers;
create function small() returns integer language sql as $$ select buffers from small $$;
select diag('a claim touches ' || small());
select cmp_ok(small(), '<', 120, 'a claim from 100 runs touches few buffers');

select fill(5000);
analyze rowlock.run;
select cmp_ok(touched_by_claim(), '<', small() * 3 / 2 + 16, 'from 5,000 it touches no more');

select fill(5000, 'h2', '2 hours');
analyze rowlock.run;
select cmp_ok(touched_by_claim(), '<', small() * 3 / 2 + 16, 'with 5,000 older ones that are meant for another host it touches no more');

select fill(20, 'h' || i, '3 hours') from generate_series(3, 100) i;
analyze rowlock.run;
select cmp_ok(touched_by_claim(), '<', small() * 3 / 2 + 16, 'with 20 older ones for each of 98 hosts it touches no more');

-- Hosts that are gone: their runs are found, and their number costs little.
insert into rowlock.host (name, platform, status, created_at, updated_at)
select 'dead ' || i, 'linux', 'offline', now(), now() from generate_series(1, 2000) i;
analyze rowlock.host;
create temp table dead as select touched_by_claim() as buffers;
select diag('with 2,000 dead hosts ' || (select d.buffers from dead d));
select cmp_ok((select d.buffers from dead d), '<', 900, 'with 2,000 hosts that are gone it reads the hosts once');
select fill(5000, 'dead 7', '4 hours');
analyze rowlock.run;
select cmp_ok(touched_by_claim(), '<', (select d.buffers * 3 / 2 + 100 from dead d), 'of 5,000 runs that were meant for one of them it looks at a page');
select is(
  (select r.target_host_id from rowlock.run_claim(host_id => (host_of('h1')).id, instance_id => instance_of('h1'), actor => who('h1')) r),
  (host_of('dead 7')).id, 'and takes the oldest');

-- Sweeps and lists.
select cmp_ok(touched(q, 'tap_service'), '<', 100, q || ' of nothing looks at nothing')
from unnest(array['select count(*) from rowlock.run_sweep_restarts()', $$select count(*) from rowlock.run_sweep_dispatch_timeouts(timeout => '1 day')$$]) q;
update rowlock.host set status = 'offline' where status = 'online' and name <> 'h1';
select cmp_ok(touched('select count(*) from rowlock.run_sweep_lost()', 'tap_service'), '<', 10000, 'run_sweep_lost looks for open runs alone');
select cmp_ok(touched('select (rowlock.run_list(max_rows => 10)).next'), '<', 200, 'a page of the list is read from one index');
insert into rowlock.run (work_item_id, host_id, provider, session_name, cwd, origin_id, status, pending_since, created_at, updated_at)
select (item_of('work')).id, (host_of('h1')).id, 'claude', 'on-' || i, '/', 'x', 'running', now(), now(), now() from generate_series(1, 20) i;
insert into rowlock.escalation (id, role, type, subtype, priority, run_id, created_at, updated_at)
select rowlock._uuid_v7(), 'reviewer', 'approval', 'approval', 2, gen_random_uuid(), now(), now() from generate_series(1, 5000) i;
analyze rowlock.run, rowlock.escalation;
select cmp_ok(touched($$select (rowlock.run_list(parked => true)).next$$), '<', 300, 'those that wait for an answer are looked for among the running ones, by the index of rows of a run');

select * from finish();
rollback;
