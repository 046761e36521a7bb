begin;
\ir ../_fixtures.psql
select plan(41);

select job('one', by => 'robot', origin_id => 'o'), job('two', by => 'worker', origin_id => 'o', workflow_type => 'pay'), job('three', by => 'robot');
update rowlock.task set lt_type = 'l', task_queue = 'q', parent_workflow_id = 'p', parent_id = 'i' where workflow_id = 'one';
update rowlock.task set created_at = now() - interval '1 hour' where workflow_id = 'one';
update rowlock.task set created_at = now() - interval '1 minute' where workflow_id in ('two', 'three');
select rowlock.task_patch(id => (task_of('one')).id, patch => '{"status": "in_progress"}', actor => who('chief'));
select rowlock.task_complete(id => (task_of('two')).id, actor => who('chief'));

-- got(arguments, by): workflow ids in order.
create function got(arguments text default '', by text default 'chief') returns text[] language plpgsql as $$
declare
  v_got text[];
begin
  execute format($q$select array(select i ->> 'workflow_id' from rowlock.task_list(%s actor => who(%L)) l, jsonb_array_elements(l.items) with ordinality i (i, n)
    order by i.n)$q$, arguments, by) into v_got;
  return v_got;
end;
$$;
select is(got(), array['three', 'two', 'one'], 'newest first, and the id decides among equals');
select is(got(a), w, format('by %s', a)) from (values
  ('status => ''{in_progress}'',', '{one}'::text[]), ('status => ''{in_progress,completed}'',', '{two,one}'), ('status => ''{}'',', '{}'),
  ('status => ''{completed,completed}'',', '{two}'), ('workflow_type => ''pay'',', '{two}'), ('workflow_id => ''one'',', '{one}'),
  ('lt_type => ''l'',', '{one}'), ('task_queue => ''q'',', '{one}'), ('origin_id => ''o'',', '{two,one}'), ('parent_workflow_id => ''p'',', '{one}'),
  ('parent_id => ''i'',', '{one}'), ('initiated_by => who(''worker''),', '{two}'), ('created => ''null'',', '{three,two,one}'),
  ('created => jsonb_build_object(''from'', now() - interval ''1 minute''),', '{three,two}'),
  ('created => jsonb_build_object(''to'', now() - interval ''1 minute''),', '{one}'),
  ('origin_id => ''o'', status => ''{completed}'', workflow_type => ''pay'', initiated_by => who(''worker''),', '{two}'),
  ('origin_id => ''o'', status => ''{failed}'',', '{}')) v (a, w);

-- Scope
select is(got(by => n), w, format('%s sees own tasks and those of readable rows', n)) from (values
  ('robot', '{three,one}'::text[]), ('worker', '{two}'), ('lead', '{}'), ('nobody', '{}')) v (n, w);
select rowlock.escalation_create(role => 'engineer', type => 't', task_id => (task_of('one')).id, actor => who('chief'));
select is(got(by => 'engineer'), '{one}', 'a row that can be read shows its task');
select is((select i ? 'data' or i ? 'envelope' or i ? 'error' from rowlock.task_list(actor => who('engineer')) l, jsonb_array_elements(l.items) i), false, 'without payloads');
select is((select count(*) from rowlock.task_list(actor => who('robot')) l, jsonb_array_elements(l.items) i where i ? 'data'), 2::bigint, 'own ones have theirs');
select is(got('initiated_by => who(''robot''),', by => 'engineer'), '{one}', 'a filter widens nothing');

-- Pages
create function pages(size integer, by text default 'chief') returns text[] language plpgsql as $$
declare
  v_page rowlock.task_page;
  v_all  text[] := '{}';
begin
  loop
    v_page := rowlock.task_list(max_rows => size, after => v_page.next, actor => who(by));
    v_all := v_all || coalesce((select string_agg(i ->> 'workflow_id', '+' order by n) from jsonb_array_elements(v_page.items) with ordinality x (i, n)), '-');
    exit when v_page.next is null;
  end loop;
  return v_all;
end;
$$;
select is(pages(1), '{three,two,one}', 'one by one');
select is(pages(2), '{three+two,one}', 'two by two');
select is(pages(3), '{three+two+one}', 'a full last page has no next');
select is(pages(1, by => 'engineer'), '{one}', 'what is hidden is passed over');
create temp table mark as select (rowlock.task_list(max_rows => 1, actor => who('chief'))).next;
select job('newer');
select is((select array_agg(i ->> 'workflow_id') from mark m, rowlock.task_list(after => m.next, actor => who('chief')) l, jsonb_array_elements(l.items) i),
  '{two,one}', 'a page goes on where it was, whatever came in');
select is((select (rowlock.task_list_answer(result => l)).body -> 'next' from rowlock.task_list(actor => who('chief')) l), 'null', 'over HTTP the end is next null');

select refused(format($$select got(%L)$$, a), 'PT400', 'argument_invalid', r, format('%s is refused', a), f) from (values
  ('status => ''{done}'',', 'unknown', 'status'), ('max_rows => 0,', 'out_of_range', 'max_rows'), ('max_rows => 501,', 'out_of_range', 'max_rows'),
  ('after => ''nonsense'',', 'not_cursor', 'after'), ('after => ''W10'',', 'not_cursor', 'after'), ('after => ''WzEsMl0'',', 'not_cursor', 'after'),
  ('created => ''{"since": 1}'',', 'unknown', 'created')) v (a, r, f);
select refused($$select got('task_queue => repeat(''x'', 201),')$$, 'PT400', 'argument_invalid', 'too_long', 'names have 200 characters', 'task_queue');
select refused($$select got(by => 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
