-- Each argument is the element of that name.
begin;
\ir ../_fixtures.psql
\ir ../_search.psql
select plan(34);

select ask('one', type => 'review', priority => 1, origin_id => 'o'), ask('two', role => 'engineer'), ask('three'), ask('done');
select ask('routed', assigned_to => who('filler')), ask('held'), hold('held', 'worker');
select rowlock.escalation_resolve(id => esc('done'), resolver_payload => '{}', actor => who('chief'));
update rowlock.escalation set subtype = 's', entity = 'e', workflow_id = 'w', task_id = '00000000-0000-4000-8000-000000000001'
where id = esc('one');
update rowlock.escalation set metadata = '{"n": 5}' where id = esc('one');
update rowlock.role set sla_minutes = 0 where role = 'engineer';
create function listed(arguments text, by text default 'chief') returns text[] language plpgsql as $$
declare
  v_names text[];
begin
  execute format('select names(l) from rowlock.escalation_list(%s actor => who(%L)) l', arguments, by) into v_names;
  return v_names;
end;
$$;

select set_eq($$select unnest(listed(''))$$, '{one,two,three,done,routed,held}'::text[], 'without arguments every row is listed');
select is(listed(''), seen('{}'), 'in the order of a search');
select is(listed(a), expected, a)
from (values
  ('role => ''engineer'',', '{two}'::text[]), ('roles => ''{engineer,planner}'',', '{two}'), ('roles => ''{}'',', '{}'),
  ('status => ''{resolved}'',', '{done}'), ('status => ''{}'',', '{}'), ('type => ''review'',', '{one}'), ('subtype => ''s'',', '{one}'), ('entity => ''e'',', '{one}'),
  ('priority => 1,', '{one}'), ('assigned_to => who(''filler''),', '{routed}'), ('origin_id => ''o'',', '{one}'), ('workflow_id => ''w'',', '{one}'),
  ('task_id => ''00000000-0000-4000-8000-000000000001'',', '{one}'), ('ids => array[esc(''two'')],', '{two}'), ('search => ''w'',', '{one}'),
  ('facets => ''{"n": 5}'',', '{one}'), ('block => ''[{}]'',', '{}'), ('range => ''[{"facet": "n", "op": ">", "value": 4}]'',', '{one}'),
  ('"exists" => ''["n"]'',', '{one}'), ('jeopardy => true,', '{two}'),
  ('available => false,', '{held}'), ('created => ''{"to": "2000-01-01"}'',', '{}'), ('ended => ''{"from": "2000-01-01"}'',', '{done}'),
  ('order_by => ''[{"field": "id", "direction": "desc"}]'', max_rows => 1,', '{held}'), ('skip_rows => 5,', seen('{"skip_rows": 5}'))) v (a, expected);
select is(listed('held_by_me => true,', 'worker'), '{held}', 'held_by_me is about the actor');
select is(listed(format('after => %L,', (page('{"max_rows": 2}')).next)), seen('{"skip_rows": 2}'), 'after goes on');
select is((l).total, null, 'count is handed on') from rowlock.escalation_list(count => 'false', actor => who('chief')) l;
select refused('select listed(''max_rows => 501,'')', 'PT400', 'argument_invalid', 'out_of_range', 'a wrong argument is refused by its name', 'max_rows');
select refused('select listed(''status => ''''{pending,NULL}'''','')', 'PT400', 'argument_invalid', 'unknown', 'a null among the statuses too', 'status');
select refused('select listed('''', ''suspended'')', 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select is(
  (select row((a).status, (a).body - 'escalations') from rowlock.escalation_list_answer(result => page('{"max_rows": 6}')) a)::text,
  '(200,"{""next"": null, ""total"": 6, ""total_capped"": false}")', 'the answer has the total, and no cursor after the last page');

select * from finish();
rollback;
