-- What can be claimed now: pending, not due, held by nobody; each argument is the element of that name.
begin;
\ir ../_fixtures.psql
\ir ../_search.psql
select plan(34);

select ask('one', type => 'review', priority => 1, origin_id => 'o'), ask('two', role => 'engineer'), ask('three', priority => 3);
select ask('routed', assigned_to => who('filler')), ask('held'), ask('lapsed', priority => 4), ask('done'), ask('dropped'), ask('due');
select hold('held', 'worker'), hold('lapsed', 'worker'), lapse('lapsed'), due('due');
select rowlock.escalation_resolve(id => esc('done'), resolver_payload => '{}', actor => who('chief'));
select rowlock.escalation_cancel(id => esc('dropped'), actor => who('chief'));
update rowlock.escalation set subtype = 's', entity = 'e', workflow_id = 'w', task_id = '00000000-0000-4000-8000-000000000001'
where id = esc('one');
update rowlock.escalation set metadata = '{"n": 5}' where id = esc('one');
update rowlock.role set sla_minutes = 0 where role = 'engineer';
create function available(arguments text, by text default 'chief') returns text[] language plpgsql as $$
declare
  v_names text[];
begin
  execute format('select names(l) from rowlock.escalation_available(%s actor => who(%L)) l', arguments, by) into v_names;
  return v_names;
end;
$$;

select is(available(''), '{one,two,routed,three,lapsed}', 'free, routed and lapsed rows, best first');
select is((a).total, 5::bigint, 'and their number') from rowlock.escalation_available(actor => who('chief')) a;
select is(available('', 'worker'), '{one,routed,three,lapsed}', 'of the actor''s roles');
select is(available('', 'filler'), '{routed}', 'or assigned to the actor');
select is(available(a), expected, a)
from (values
  ('role => ''engineer'',', '{two}'::text[]), ('roles => ''{engineer,planner}'',', '{two}'), ('roles => ''{}'',', '{}'),
  ('type => ''review'',', '{one}'), ('subtype => ''s'',', '{one}'), ('entity => ''e'',', '{one}'), ('priority => 3,', '{three}'),
  ('assigned_to => who(''filler''),', '{routed}'), ('origin_id => ''o'',', '{one}'), ('workflow_id => ''w'',', '{one}'),
  ('task_id => ''00000000-0000-4000-8000-000000000001'',', '{one}'), ('ids => array[esc(''two''), esc(''done''), esc(''held'')],', '{two}'),
  ('facets => ''{"n": 5}'',', '{one}'), ('block => ''[{}]'',', '{}'), ('range => ''[{"facet": "n", "op": ">", "value": 4}]'',', '{one}'),
  ('"exists" => ''["n"]'',', '{one}'), ('jeopardy => true,', '{two}'),
  ('search => ''w'',', '{one}'), ('held_by_me => true,', '{}'), ('created => ''{"to": "2000-01-01"}'',', '{}'), ('ended => ''{"from": "2000-01-01"}'',', '{}'),
  ('order_by => ''[{"field": "priority", "direction": "desc"}]'', max_rows => 2,', '{lapsed,three}'), ('skip_rows => 3,', '{three,lapsed}')) v (a, expected);
select is(available(format('after => %L,', (a).next)), '{routed,three,lapsed}', 'after goes on')
from rowlock.escalation_available(max_rows => 2, actor => who('chief')) a;
select is((a).total, null, 'count is handed on') from rowlock.escalation_available(count => 'false', actor => who('chief')) a;

-- What is listed is what a claim takes, in the same order.
select is(
  array(select c.description from rowlock.escalation_claim_next(max_rows => 100, actor => who('worker')) c),
  '{one,routed,three,lapsed}', 'claim_next takes what was available');
select is(available('', 'worker'), '{}', 'and nothing of it is left');
select refused('select available(''max_rows => 0,'')', 'PT400', 'argument_invalid', 'out_of_range', 'a wrong argument is refused by its name', 'max_rows');
select refused('select available('''', ''suspended'')', 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
select is(
  (select row((a).status, (a).body - 'escalations', (a).body #>> '{escalations,0,description}')
   from rowlock.escalation_available_answer(result => page('{"type": "review"}')) a)::text,
  '(200,"{""next"": null, ""total"": 1, ""total_capped"": false}",one)', 'the answer has the records, the total and the cursor');

select * from finish();
rollback;
