-- Slow: Three thousand rows, and the series computed again by asking each row about each bucket.
begin;
\ir ../_fixtures.psql
\ir _rows.psql
select plan(45);
select setseed(0.25);
select sown(3000, 400);

-- told(by, …): the series; naive: the same by brute force, over the same buckets.
create function told(name text, since timestamptz, until timestamptz, step interval, tz text, query jsonb default '{}')
returns setof rowlock.analytics_backlog_bucket language sql as $$
  select b.* from rowlock.analytics_backlog(
    since => told.since, until => told.until, step => told.step, tz => told.tz, query => told.query, actor => who(told.name)) b;
$$;
create function naive(since timestamptz, until timestamptz, roles text[], facet jsonb default '{}')
returns rowlock.analytics_backlog_bucket language sql as $$
  select row(
    naive.since, naive.until,
    count(*) filter (where f.born >= naive.since and f.born < naive.until),
    count(*) filter (where f.outcome = 'resolved' and f.done >= naive.since and f.done < naive.until),
    count(*) filter (where f.outcome = 'cancelled' and f.done >= naive.since and f.done < naive.until),
    count(*) filter (where f.outcome = 'expired' and f.done >= naive.since and f.done < naive.until),
    count(*) filter (where f.born < naive.until and coalesce(f.done >= naive.until, true)),
    count(*) filter (where f.claimed_at < naive.until and f.let >= naive.until or f.claimed_at < naive.until and f.let is null)
  )::rowlock.analytics_backlog_bucket
  from facts f
  where (naive.roles is null or f.role = any (naive.roles)) and f.metadata @> naive.facet;
$$;

create temp table series as
select k.*, b as bucket, naive((b).since, (b).until, k.roles, coalesce(k.query -> 'facets', '{}')) as expected
from (values
  ('hours', 'chief', null::text[], now() - interval '30 hours', now(), interval '1 hour', 'UTC', '{}'::jsonb),
  ('all days', 'chief', null, now() - interval '20 days', now(), interval '1 day', 'Europe/Berlin', '{}'),
  ('weeks', 'chief', null, now() - interval '17 days', now(), interval '7 days', 'America/New_York', '{}'),
  ('a past window', 'chief', null, now() - interval '9 days', now() - interval '8 days', interval '5 minutes', 'Asia/Kathmandu', '{}'),
  ('one role', 'worker', '{reviewer}', now() - interval '3 days', now(), interval '6 hours', 'UTC', '{}'),
  ('a facet', 'worker', '{reviewer}', now() - interval '3 days', now(), interval '12 hours', 'UTC', '{"facets": {"n": 3}}'),
  ('a role asked for', 'chief', '{engineer}', now() - interval '3 days', now(), interval '1 day', 'UTC', '{"role": "engineer"}'),
  ('a role out of scope', 'worker', '{}', now() - interval '1 day', now(), interval '1 hour', 'UTC', '{"role": "engineer"}')
) k (what, name, roles, since, until, step, tz, query)
cross join lateral told(k.name, k.since, k.until, k.step, k.tz, k.query) b;

select is(
  (select count(*) from series s where s.what = w.what and s.bucket is distinct from s.expected), 0::bigint,
  format('%s: every bucket is what asking each row tells', w.what))
from (select distinct what from series) w order by 1;
select cmp_ok((select sum((bucket).created) from series where what = 'all days'), '>', 1500::numeric, 'and the buckets are not empty');
select is(
  (select count(*) from (
    select s.bucket, lag((s.bucket).open) over (partition by s.what order by (s.bucket).since) as before from series s) s
   where s.before + (s.bucket).created - (s.bucket).resolved - (s.bucket).cancelled - (s.bucket).expired <> (s.bucket).open),
  0::bigint, 'open is the open before, and what came, less what went, bucket by bucket');
select is(
  (select count(*) from (
    select s.bucket, lag((s.bucket).until) over (partition by s.what order by (s.bucket).since) as before from series s) s
   where s.before <> (s.bucket).since), 0::bigint, 'each bucket begins where the one before ends');
select is((select max((bucket).until) from series where what = 'hours'), now(), 'the last ends with the window');

-- Cuts: a day is 23 or 25 hours long when the clocks change, and a zone may be off by a quarter of an hour.
create function hours(since text, until text, step interval, tz text) returns numeric[] language sql as $$
  select array_agg(round(extract(epoch from (c.cuts)[n + 1] - (c.cuts)[n]) / 3600, 2) order by n)
  from (select rowlock._analytics_cuts(
    period => tstzrange(hours.since::timestamp at time zone hours.tz, hours.until::timestamp at time zone hours.tz),
    step => hours.step, tz => hours.tz) as cuts) c, generate_series(1, cardinality(c.cuts) - 1) n;
$$;
select is(hours(since, until, step, tz), expected::numeric[], what)
from (values
  ('Berlin loses an hour in March', '2026-03-28', '2026-03-31', interval '1 day', 'Europe/Berlin', '{24,23,24}'),
  ('and has it back in October', '2026-10-24', '2026-10-27', interval '1 day', 'Europe/Berlin', '{24,25,24}'),
  ('New York loses one', '2026-03-07', '2026-03-10', interval '1 day', 'America/New_York', '{24,23,24}'),
  ('and has it back', '2026-10-31', '2026-11-03', interval '1 day', 'America/New_York', '{24,25,24}'),
  ('Kathmandu changes nothing', '2026-03-28', '2026-03-30', interval '1 day', 'Asia/Kathmandu', '{24,24}'),
  ('hours of a long day are 25', '2026-10-25', '2026-10-26', interval '5 hours', 'Europe/Berlin', '{5,5,5,5,5}'),
  ('a step that a day does not hold begins anew at midnight', '2026-03-29', '2026-03-30', interval '10 hours', 'Europe/Berlin', '{10,10,3}'),
  ('where midnight strikes twice, a day begins at the first', '2025-11-01', '2025-11-04', interval '1 day', 'America/Havana', '{24,25,24}'),
  ('its hours too', '2025-11-01 23:00', '2025-11-02 02:00', interval '1 hour', 'America/Havana', '{1,1,1,1}'),
  ('where it does not strike, at one', '2024-04-25', '2024-04-28', interval '1 day', 'Africa/Cairo', '{24,23,24}'),
  ('and a date may be left out', '2011-12-29', '2012-01-01', interval '1 day', 'Pacific/Apia', '{24,24}'),
  ('weeks begin on Monday', '2026-01-15', '2026-01-27', interval '7 days', 'UTC', '{96,168,24}'),
  ('months at their first', '2026-01-31', '2026-03-02', interval '1 month', 'UTC', '{24,672,24}'),
  ('quarters with the year', '2026-02-28', '2026-07-02', interval '3 months', 'UTC', '{768,2184,24}'),
  ('the ends are the window''s', '2026-01-01 10:20', '2026-01-01 11:10', interval '1 hour', 'UTC', '{0.67,0.17}')
) k (what, since, until, step, tz, expected);
select is(
  (rowlock._analytics_cuts(period => tstzrange('2026-05-01 00:00Z', '2026-05-02 00:00Z'), step => interval '1 day', tz => 'Asia/Kathmandu'))[2],
  '2026-05-01 18:15Z'::timestamptz, 'midnight of Kathmandu is 18:15 of UTC');

select refused(format('select rowlock.analytics_backlog(since => %L, until => %L, step => %L, tz => %L, query => %L, actor => %L)',
  since, until, step, tz, query, who('worker')), 'PT400', 'argument_invalid', reason, what, field)
from (values
  (null::text, now()::text, '1 hour', 'UTC', '{}', 'missing', 'a since is needed', 'since'),
  ('2026-01-02', '2026-01-01', '1 hour', 'UTC', '{}', 'not_before', 'a window does not run backwards', 'since'),
  ('-infinity', '2026-01-01', '1 hour', 'UTC', '{}', 'not_before', 'nor from the beginning of time', 'since'),
  ('2026-01-01', '2026-01-02', '1 day 1 hour', 'UTC', '{}', 'not_step', 'a step is of one kind', 'step'),
  ('2026-01-01', '2026-01-02', '-1 hour', 'UTC', '{}', 'not_step', 'and goes forward', 'step'),
  ('2026-01-01', '2026-01-02', '2147483647 days', 'UTC', '{}', 'not_step', 'nor beyond the calendar', 'step'),
  ('2026-01-01', '2026-01-02', '170000000 years', 'UTC', '{}', 'not_step', 'by any unit', 'step'),
  ('4714-11-24 00:00:00+00 BC', '2026-01-02', '1 month', 'America/New_York', '{}', 'too_early', 'nor from before the era', 'since'),
  ('2026-01-01', '2026-06-01', '1 minute', 'UTC', '{}', 'too_many', 'a series has an end', 'step'),
  ('2026-01-01', '2026-01-02', '1 hour', 'Europe/Nowhere', '{}', 'not_zone', 'a zone is one that is known', 'tz'),
  ('2026-01-01', '2026-01-02', '1 hour', 'Etc/GMT+25', '{}', 'not_zone', 'also with an offset', 'tz'),
  ('2026-01-01', '2026-01-02', '1 hour', 'abc5', '{}', 'not_zone', 'and not a rule of ones own', 'tz'),
  ('2026-01-01', '2026-01-02', '1 hour', 'UTC', '{"limit": 5}', 'not_here', 'a figure has no pages', 'limit'),
  ('2026-01-01', '2026-01-02', '1 hour', 'UTC', '{"orderBy": []}', 'not_here', 'in either spelling', 'orderBy'),
  ('2026-01-01', '2026-01-02', '1 hour', 'UTC', '{"colour": 5}', 'unknown', 'an unknown element is named', 'colour')
) k (since, until, step, tz, query, reason, what, field);
-- Only 17 and later know an endless step; before, the word is no interval at all.
select throws_matching('select rowlock.analytics_backlog(since => now() - interval ''1 day'', step => ''infinity'', actor => who(''worker''))',
  'argument is not valid|invalid input syntax', 'a step is finite');
select refused(format('select rowlock.analytics_backlog(since => now() - interval ''1 day'', actor => %L)', who('suspended')), 'PT401',
  'actor_active', 'not_active', 'who is suspended gets none');

select * from finish();
rollback;
