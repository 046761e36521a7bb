begin;
\ir ../_fixtures.psql
select plan(29);

select machine(n, case when n like 'm%' then 'macos' else 'linux' end)
from unnest(array['mini', 'mega', 'lab-1', 'lab-2', 'lab-3']) n;
select rowlock.host_create(name => 'new', platform => 'linux', actor => who('chief'));
select rowlock.host_disable(id => (host_of('lab-1')).id, actor => who('chief'));
select silent('lab-2', 100), rowlock.host_sweep_offline();
select rowlock.host_heartbeat(host_id => (host_of('mega')).id, instance_id => instance_of('other'), actor => who('mega'));
select silent('lab-3', 100);

-- listed(…): names and next.
create function listed(query jsonb default '{}', by text default 'nobody') returns text language plpgsql as $$
declare
  v_page rowlock.host_page := rowlock.host_list(
    name => query ->> 'name', search => query ->> 'search',
    status => case when query ? 'status' then array(select jsonb_array_elements_text(query -> 'status')) end,
    platform => query ->> 'platform',
    instance_suspect => (query ->> 'instance_suspect')::boolean, is_eligible => (query ->> 'is_eligible')::boolean,
    bot_id => (query ->> 'bot_id')::uuid, max_rows => coalesce((query ->> 'max_rows')::integer, 50), after => query ->> 'after',
    actor => who(by));
begin
  return (select coalesce(string_agg(i.value ->> 'name', ' ' order by i.ordinality), '-')
    from jsonb_array_elements(v_page.items) with ordinality i) || case when v_page.next is null then '' else ' …' end;
end;
$$;
select is(listed(q), expected, format('hosts of %s', q)) from (values
  ('{}'::jsonb, 'lab-1 lab-2 lab-3 mega mini new'),
  ('{"name": "mini"}', 'mini'),
  ('{"name": "min"}', '-'),
  ('{"search": "LAB"}', 'lab-1 lab-2 lab-3'),
  ('{"search": "%"}', '-'),
  ('{"status": ["disabled"]}', 'lab-1'),
  ('{"status": ["offline", "registered"]}', 'lab-2 new'),
  ('{"status": []}', '-'),
  ('{"platform": "macos"}', 'mega mini'),
  ('{"instance_suspect": true}', 'mega'),
  ('{"instance_suspect": false, "platform": "macos"}', 'mini'),
  ('{"is_eligible": true}', 'mini'),
  ('{"is_eligible": false}', 'lab-1 lab-2 lab-3 mega new'),
  ('{"max_rows": 2}', 'lab-1 lab-2 …'),
  ('{"max_rows": 6}', 'lab-1 lab-2 lab-3 mega mini new')
) v (q, expected);
select is(listed(jsonb_build_object('bot_id', who('mini'))), 'mini', 'hosts of a bot');
select is((rowlock.host_list(max_rows => 1, actor => who('nobody'))).items -> 0, rowlock._host_record(host_of('lab-1')) || '{"open_runs": 0}',
  'an item is the record of the host, and how many runs are open there');
select run_as('spawning', 'a', 'mini'), run_as('running', 'b', 'mini'), run_as('exited', 'c', 'mini');
select is((rowlock.host_list(name => 'mini', actor => who('nobody'))).items #>> '{0,open_runs}', '2', 'those that have ended do not count');

-- Page by page
create temp table walked as
with recursive page as (
  select 1 as n, p from rowlock.host_list(max_rows => 2, actor => who('nobody')) p
  union all
  select n + 1, rowlock.host_list(max_rows => 2, after => (page.p).next, actor => who('nobody'))
  from page where (page.p).next is not null
)
select n, i.value ->> 'name' as name from page, jsonb_array_elements((page.p).items) i;
select results_eq('select name from walked order by n, name', array['lab-1', 'lab-2', 'lab-3', 'mega', 'mini', 'new'], 'pages follow each other');
select is((select max(n) from walked), 3, 'and the last one ends');

select refused(format('select listed(%L)', q), 'PT400', 'argument_invalid', r, l, f) from (values
  ('{"status": ["gone"]}', 'unknown', 'an unknown status is refused', 'status'),
  ('{"platform": "windows"}', 'unknown', 'an unknown platform is refused', 'platform'),
  ('{"max_rows": 0}', 'out_of_range', 'no rows are refused', 'max_rows'),
  ('{"max_rows": 501}', 'out_of_range', 'too many rows are refused', 'max_rows'),
  ('{"after": "x"}', 'not_cursor', 'what is no cursor is refused', 'after'),
  ('{"after": "WzFd"}', 'not_cursor', 'nor is a number one', 'after')
) v (q, r, l, f);
select refused(format('select listed(%L)', jsonb_build_object('search', repeat('n', 201))), 'PT400', 'argument_invalid', 'too_long',
  'a long search is refused', 'search');
select refused(format('select listed(%L)', jsonb_build_object('name', repeat('n', 201))), 'PT400', 'argument_invalid', 'too_long',
  'a long name is refused', 'name');
select refused($$select listed(by => 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account sees none');

select * from finish();
rollback;
