begin;
\ir ../_fixtures.psql
\ir _rows.psql
select plan(7);

create function told(query jsonb default '{}', name text default 'chief') returns rowlock.analytics_little_figures language sql as $$
  select rowlock.analytics_little(
    since => now() - interval '2 days', until => now() - interval '1 day', query => told.query, actor => who(told.name));
$$;
-- A queue in balance: every minute one row, each open for half an hour.
insert into rowlock.escalation (id, role, type, status, resolved_at, ended_at, created_at, updated_at)
select rowlock._uuid_v7(), 'reviewer', 'a', 'resolved', b.born + interval '30 minutes', b.born + interval '30 minutes', b.born, b.born
from (select now() - i * interval '1 minute' as born from generate_series(60, 4000) i) b;
select is((told()).mean_open, 30.000, 'thirty are open on average');
select is((told()).arrivals_per_hour, 60.000, 'sixty come in an hour');
select is((told()).mean_minutes, 30.000, 'each stays half an hour');
select is((told()).gap, 0.000, 'and L is lambda W');

delete from rowlock.escalation;
select setseed(0.1);
select sown(3000, 60);
select is(
  (told()).mean_open,
  (select round(sum(extract(epoch from least(coalesce(f.done, now()), now() - interval '1 day') - greatest(f.born, now() - interval '2 days')))
     / 86400, 3)
   from facts f where f.born < now() - interval '1 day' and coalesce(f.done, now()) >= now() - interval '2 days'),
  'of any past, mean_open is the area under the backlog');
select is(row((told(name => 'nobody')).mean_open, (told(name => 'nobody')).gap)::text, '(0.000,)', 'nobody sees an empty queue');

select refused(format('select rowlock.analytics_little(since => now(), actor => %L)', who('worker')), 'PT400', 'argument_invalid',
  'not_before', 'a window has a length', 'since');

select * from finish();
rollback;
