begin;
\ir ../_fixtures.psql
select plan(9);

select ask(n) from unnest(array['new', 'held', 'lapsed', 'old', 'older', 'due', 'done']) n;
select ask('other', role => 'engineer');
select hold('held', 'worker'), hold('lapsed', 'worker'), lapse('lapsed'), due('due');
select rowlock.escalation_cancel(id => esc('done'), actor => who('worker'));
update rowlock.escalation set created_at = clock_timestamp() - interval '3 hours' where description in ('old', 'lapsed');
update rowlock.escalation set created_at = clock_timestamp() - interval '3 days' where description = 'older';

create function told(name text, query jsonb default '{}') returns jsonb language sql as $$
  select jsonb_agg(jsonb_build_array(b.low, b.high, b.open, b.held, b.available) order by b.low)
  from rowlock.analytics_aging(query => told.query, actor => who(told.name)) b;
$$;
select is(told('worker'), '[[0, 30, 2, 1, 1], [30, 60, 0, 0, 0], [60, 240, 2, 0, 2], [240, 1440, 0, 0, 0], [1440, null, 1, 0, 1]]',
  'open rows by age; a lapsed claim holds nothing, due and ended rows are not open');
select is(told('chief') -> 0, '[0, 30, 3, 1, 2]', 'who sees more roles counts more');
select is(told('chief', '{"role": "engineer"}') -> 0, '[0, 30, 1, 0, 1]', 'a role narrows');
select is(told('worker', '{"role": "engineer"}') -> 0, '[0, 30, 0, 0, 0]', 'and never widens');
select is(told('filler') #>> '{0,2}', '0', 'who sees own rows alone counts those');
select rowlock.escalation_claim(id => esc('new'), actor => who('worker_two'));
update rowlock.escalation set assigned_to = who('filler') where description = 'new';
select is(told('filler') -> 0, '[0, 30, 1, 1, 0]', 'like this one');
select is(told('worker', '{"available": true}') -> 0, '[0, 30, 0, 0, 0]', 'every element of a search chooses rows');

select refused(format('select rowlock.analytics_aging(query => %L, actor => %L)', '{"limit": 1}', who('worker')), 'PT400',
  'argument_invalid', 'not_here', 'a figure has no pages', 'limit');
select refused(format('select rowlock.analytics_aging(actor => %L)', who('suspended')), 'PT401',
  'actor_active', 'not_active', 'who is suspended gets none');

select * from finish();
rollback;
