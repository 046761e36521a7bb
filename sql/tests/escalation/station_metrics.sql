begin;
\ir ../_fixtures.psql
\ir ../analytics/_rows.psql
select plan(24);
select setseed(0.6);
select sown(3000, 60);
-- The figures are of the clock's time and the test's of its transaction: no time lies between the two.
delete from rowlock.escalation e
where exists (
  select from unnest(array[interval '0', '15 minutes', '1 hour', '24 hours', '7 days', '2 hours', '10 hours']) p (ago),
    unnest(array[e.ended_at, e.assigned_until, e.expires_at, e.created_at]) t (at)
  where t.at between now() - p.ago - interval '1 second' and now() - p.ago + interval '30 seconds');
insert into rowlock.role (role) values ('reviewer'), ('engineer'), ('idle') on conflict do nothing;
update rowlock.role set sla_minutes = 120, target_per_hour = 4 where role = 'reviewer';
update rowlock.role set sla_minutes = 30, priority_threshold_minutes = 600 where role = 'engineer';
-- A row in jeopardy by its own clock, one whose clock cannot be read, one whose time has not come.
insert into rowlock.role (role, priority_facet, sla_minutes) values ('promised', 'promised_at', 10);
select ask(n, role => 'promised') from unnest(array['late', 'garbled', 'early', 'silent', 'held late', 'due late']) n;
update rowlock.escalation set metadata = jsonb_build_object('promised_at', case description
  when 'garbled' then 'tomorrow' when 'early' then rowlock._time_iso(now()) else '2020-01-01T00:00:00Z' end)
where role = 'promised' and description <> 'silent';
select rowlock.escalation_claim(id => esc('held late'), actor => who('chief'));
select due('due late');

create function told(name text, period text default '24h') returns setof rowlock.escalation_station language sql as $$
  select s.* from rowlock.escalation_station_metrics(period => told.period, actor => who(told.name)) s;
$$;
create function listed(role text) returns bigint language sql as $$
  select (rowlock.escalation_search(
    query => jsonb_build_object('role', listed.role, 'jeopardy', true, 'count', 'exact'), actor => who('chief'))).total;
$$;

select is(array(select role from told('chief') where role in ('engineer', 'idle', 'promised', 'reviewer')), '{engineer,idle,promised,reviewer}',
  'every registered role has an entry');
select is(array(select role from told('worker')), '{reviewer}', 'in the scope of who asks');
select is((select to_jsonb(s) from told('filler') s), (select to_jsonb(s) from told('worker') s), 'who reads own rows alone is shown the queue too, which tells no row');
select is(s.priority_count, listed(s.role), format('what %s has in jeopardy is what the list has', s.role))
from told('chief') s where s.role in ('engineer', 'idle', 'promised', 'reviewer');
select is(s.priority_count, 1::bigint, 'held, due, early, unreadable and silent rows are not in jeopardy') from told('chief') s where s.role = 'promised';
select cmp_ok(sum(s.priority_count), '>', 10::numeric, 'and others are') from told('chief') s;
select is(
  row(s.pending, s.claimed)::text,
  (select row(count(*), count(*) filter (where f.let > now()))::text from facts f where f.outcome = 'pending' and f.role = s.role),
  format('%s has so many pending, and so many held', s.role))
from told('chief') s where s.role in ('engineer', 'reviewer');
select is(
  row(s.resolved, s.wait_p50, s.wait_p99, s.wait_avg, s.wait_max, s.work_p50, s.work_p99, s.work_avg, s.work_max)::text,
  (select row(
     count(*), round((percentile_cont(0.5) within group (order by w.wait))::numeric, 3), round((percentile_cont(0.99) within group (order by w.wait))::numeric, 3),
     round(avg(w.wait), 3), round(max(w.wait), 3),
     round((percentile_cont(0.5) within group (order by w.work))::numeric, 3), round((percentile_cont(0.99) within group (order by w.work))::numeric, 3),
     round(avg(w.work), 3), round(max(w.work), 3))::text
   from facts f, lateral (select extract(epoch from f.claimed_at - f.born) / 60 as wait, extract(epoch from f.done - f.claimed_at) / 60 as work) w
   where f.outcome = 'resolved' and f.role = s.role and f.done > now() - p.hours * interval '1 hour'),
  format('wait and work of %s in %s are of what was resolved', s.role, p.period))
from (values ('15m', 0.25), ('1h', 1), ('24h', 24), ('7d', 168)) p (period, hours), told('chief', p.period) s
where s.role in ('engineer', 'reviewer');
select is(s.throughput_pct, round(s.resolved / 96.0 * 100, 1), 'throughput is the share of the target') from told('chief') s where s.role = 'reviewer';
select is(s.throughput_pct, null, 'and null without one') from told('chief') s where s.role = 'engineer';

select refused(format('select rowlock.escalation_station_metrics(period => %L, actor => %L)', p, who('worker')), 'PT400', 'argument_invalid',
  'unknown', format('a period of %L is refused', p), 'period') from unnest(array['2h', null]) p;
select refused(format('select rowlock.escalation_station_metrics(actor => %L)', who('suspended')), 'PT401', 'actor_active', 'not_active',
  'who is suspended gets none');

select * from finish();
rollback;
