begin;
\ir ../_fixtures.psql
\ir _rows.psql
select plan(12);
select setseed(0.5);
select sown(2000, 100);

create function told(name text, since timestamptz, step interval, query jsonb default '{}')
returns setof rowlock.analytics_flow_bucket language sql as $$
  select b.* from rowlock.analytics_flow(
    since => told.since, step => told.step, tz => 'Europe/Berlin', query => told.query, actor => who(told.name)) b;
$$;
-- at(values, p): a continuous percentile, by hand: between the two neighbours of its place.
create function at(sorted numeric[], p numeric) returns numeric language sql as $$
  select round(sorted[1 + floor(k.place)::integer] + (k.place - floor(k.place))
    * (sorted[least(2 + floor(k.place)::integer, cardinality(sorted))] - sorted[1 + floor(k.place)::integer]), 3)
  from (select at.p * (cardinality(sorted) - 1) as place) k;
$$;
create function naive(since timestamptz, until timestamptz, roles text[]) returns rowlock.analytics_flow_bucket language sql as $$
  select row(
    naive.since, naive.until, count(*),
    at(w.wait, 0.5), at(w.wait, 0.9), at(w.wait, 0.99), at(w.work, 0.5), at(w.work, 0.9), at(w.work, 0.99),
    at(w.age, 0.5), at(w.age, 0.9), at(w.age, 0.99))::rowlock.analytics_flow_bucket
  from (
    select
      count(*) as n,
      array_agg(extract(epoch from f.claimed_at - f.born) / 60 order by f.claimed_at - f.born) filter (where f.claimed_at is not null) as wait,
      array_agg(extract(epoch from f.done - f.claimed_at) / 60 order by f.done - f.claimed_at) filter (where f.claimed_at is not null) as work,
      array_agg(extract(epoch from f.done - f.born) / 60 order by f.done - f.born) as age
    from facts f
    where f.outcome = 'resolved' and f.done >= naive.since and f.done < naive.until and f.role = any (naive.roles)) w
  cross join generate_series(1, w.n)
  group by w.wait, w.work, w.age;
$$;

-- Half a thousandth may be rounded either way.
create function apart(a rowlock.analytics_flow_bucket, b rowlock.analytics_flow_bucket) returns boolean language sql as $$
  select exists (
    select from jsonb_each(to_jsonb(a)) x
    join jsonb_each(to_jsonb(b)) y using (key)
    where x.value is distinct from y.value
      and (jsonb_typeof(x.value) <> 'number' or jsonb_typeof(y.value) <> 'number' or abs(x.value::numeric - y.value::numeric) > 0.001));
$$;
create temp table series as
select k.*, b as bucket, naive((b).since, (b).until, k.roles) as expected
from (values
  ('days', 'chief', '{reviewer,engineer,""}'::text[], interval '1 day', '{}'::jsonb),
  ('hours', 'worker', '{reviewer}', interval '6 hours', '{}'),
  ('a role', 'chief', '{engineer}', interval '1 day', '{"role": "engineer"}')
) k (what, name, roles, step, query)
cross join lateral told(k.name, now() - interval '3 days', k.step, k.query) b;
select is(
  (select count(*) from series s where s.what = w.what and (s.bucket).resolved > 0 and apart(s.bucket, s.expected)), 0::bigint,
  format('%s: percentiles are what sorting each bucket by hand tells', w.what))
from (select distinct what from series) w order by 1;
select cmp_ok((select count(*) from series where (bucket).resolved > 20), '>', 3::bigint, 'and buckets have rows to sort');

delete from rowlock.escalation;
insert into rowlock.escalation (id, role, type, status, resolved_at, ended_at, created_at, updated_at)
values (rowlock._uuid_v7(), 'reviewer', 'a', 'resolved', now() - interval '2 hours', now() - interval '2 hours', now() - interval '5 hours', now());
select is(row(b.resolved, b.wait_p50, b.work_p99, b.age_p50, b.age_p99)::text, '(1,,,180.000,180.000)', 'without a claim there is no wait, and an age all the same')
from told('chief', now() - interval '3 hours', '1 month') b where b.resolved > 0;
delete from rowlock.escalation;
select is(count(*), 2::bigint, 'a window without answers has its buckets') from told('chief', now() - interval '1 hour', '1 hour');
select ok(b.resolved = 0 and b.age_p99 is null, 'with nothing in them') from told('chief', now() - interval '1 hour', '1 month') b;
select is(count(*) filter (where b.resolved > 0), 0::bigint, 'nobody''s figures are counted for nobody')
from told('nobody', now() - interval '1 hour', '1 hour') b;

select refused(format('select rowlock.analytics_flow(since => now() - interval ''1 day'', step => %L, tz => %L, query => %L, actor => %L)',
  step, tz, query, who('worker')), 'PT400', 'argument_invalid', reason, what, field)
from (values
  ('0', 'UTC', '{}', 'not_step', 'a step of nothing is refused', 'step'),
  ('1 hour', 'here', '{}', 'not_zone', 'so is a zone nobody knows', 'tz'),
  ('1 hour', 'UTC', '{"after": "x"}', 'not_here', 'so is a cursor', 'after')
) k (step, tz, query, reason, what, field);
select refused(format('select rowlock.analytics_flow(since => now(), until => now(), actor => %L)', who('suspended')), 'PT401',
  'actor_active', 'not_active', 'who is suspended gets none');

select * from finish();
rollback;
