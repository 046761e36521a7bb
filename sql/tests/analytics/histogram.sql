begin;
\ir ../_fixtures.psql
\ir _rows.psql
select plan(14);
select setseed(0.75);
select sown(2000, 100);

create function told(name text, measure text default 'age', bounds jsonb default '[5, 60, 600]', query jsonb default '{}')
returns setof rowlock.analytics_histogram_bin language sql as $$
  select b.* from rowlock.analytics_histogram(
    since => now() - interval '3 days', measure => told.measure, bounds => told.bounds, query => told.query,
    actor => who(told.name)) b;
$$;
create function naive(measure text, roles text[], low numeric, high numeric) returns bigint language sql as $$
  select count(*)
  from facts f
  cross join lateral (select extract(epoch from case naive.measure
    when 'wait' then f.claimed_at - f.born when 'work' then f.done - f.claimed_at else f.done - f.born end) / 60 as minutes) m
  where f.outcome = 'resolved' and f.done >= now() - interval '3 days' and f.done < now() and f.role = any (naive.roles)
    and m.minutes >= naive.low and m.minutes < coalesce(naive.high, 'infinity');
$$;
select is(
  array_agg(b.count order by b.low), array_agg(naive(m.measure, k.roles, b.low, b.high) order by b.low),
  format('%s of %s: each bin has what asking each row tells', m.measure, k.name))
from (values ('chief', '{reviewer,engineer,""}'::text[]), ('worker', '{reviewer}')) k (name, roles)
cross join (values ('wait'), ('work'), ('age')) m (measure)
cross join lateral told(k.name, m.measure) b
group by k.name, m.measure order by 1;
select is(array_agg(b.low order by b.low), '{0,5,60,600}', 'the first bin begins with nought') from told('chief') b;
select is(array_agg(b.high order by b.low), '{5,60,600,null}', 'and the last has no end') from told('chief') b;

select refused(format('select rowlock.analytics_histogram(since => now() - interval ''1 day'', measure => %L, bounds => %L, actor => %L)',
  measure, bounds, who('worker')), 'PT400', 'argument_invalid', reason, what, field)
from (values
  ('length', '[1]', 'unknown', 'an unknown measure is refused', 'measure'),
  ('age', '[5, 5]', 'not_bounds', 'bounds ascend', 'bounds'),
  ('age', '[[1, 2]]', 'not_bounds', 'in one dimension', 'bounds'),
  ('age', '["5"]', 'not_bounds', 'and are numbers', 'bounds'),
  ('age', '{}', 'not_bounds', 'in an array', 'bounds')
) k (measure, bounds, reason, what, field);
select refused(format('select rowlock.analytics_histogram(since => now(), actor => %L)', who('suspended')), 'PT401',
  'actor_active', 'not_active', 'who is suspended gets none');

select * from finish();
rollback;
