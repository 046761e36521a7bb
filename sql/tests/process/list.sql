begin;
\ir ../_fixtures.psql
select plan(25);

select job('a1', origin_id => 'a'), job('a2', origin_id => 'a'), job('b1', origin_id => 'b', by => 'worker'), job('c1', origin_id => 'c'), job('d1', origin_id => 'd');
select job('a3', origin_id => 'a', by => 'worker');
select rowlock.task_complete(id => (task_of('a1')).id, actor => who('chief')), rowlock.task_fail(id => (task_of('c1')).id, error => '{}', actor => who('chief'));
select rowlock.task_patch(id => (task_of('d1')).id, patch => '{"status": "needs_intervention"}', actor => who('chief'));

create function got(arguments text default '', by text default 'chief') returns text[] language plpgsql as $$
declare
  v_got text[];
begin
  execute format($q$select array(select concat_ws(' ', i ->> 'origin_id', i ->> 'status', i #>> '{stats,tasks}', i #>> '{stats,open}')
    from rowlock.process_list(%s actor => who(%L)) l, jsonb_array_elements(l.items) with ordinality i (i, n) order by i.n)$q$, arguments, by) into v_got;
  return v_got;
end;
$$;
select is(got(), array['d escalated 1 1', 'c completed 1 0', 'b active 1 1', 'a active 3 2'], 'by their first tasks, newest first');
select is(got(format('status => %L,', s)), w, format('those that are %s', s)) from (values
  ('active', array['b active 1 1', 'a active 3 2']), ('escalated', array['d escalated 1 1']), ('completed', array['c completed 1 0'])) v (s, w);
select is(got(by => 'worker'), array['b active 1 1', 'a active 1 1'], 'what is out of scope is not counted');
select is(got(by => 'engineer'), '{}', 'nor is there a process for it');
select ask('q', role => 'engineer', origin_id => 'b');
select is(got(by => 'engineer'), '{}', 'a row alone shows no process');
select is(got('status => ''escalated'',')::text, '{"d escalated 1 1","b escalated 1 1"}', 'an open row of the origin escalates it');
select is(got(by => 'worker'), array['b active 1 1', 'a active 1 1'], 'not to those who cannot read the row');
select due('q');
select is(got('status => ''escalated'','), array['d escalated 1 1'], 'a row that is due is not open');
select rowlock.escalation_create(role => 'engineer', type => 't', description => 'tied', task_id => (task_of('c1')).id, actor => who('chief'));
select is(got(by => 'engineer'), array['c escalated 1 0'], 'a row of a task shows its process, and keeps it open after the task');
select rowlock.escalation_cancel(id => esc('tied'), actor => who('chief'));
select is(got(by => 'engineer'), array['c completed 1 0'], 'until it is settled');
select is((select i -> 'stats' from rowlock.process_list(actor => who('chief')) l, jsonb_array_elements(l.items) i where i ->> 'origin_id' = 'a'),
  '{"tasks": 3, "open": 2, "needs_intervention": 0, "completed": 1, "failed": 0, "cancelled": 0, "escalations": 0, "escalations_open": 0}', 'the figures of a process');
select is((select row((i ->> 'started_at')::timestamptz, (i ->> 'ended_at')::timestamptz) from rowlock.process_list(actor => who('chief')) l, jsonb_array_elements(l.items) i where i ->> 'origin_id' = 'c'),
  (select row(t.created_at, t.completed_at) from task_of('c1') t), 'a process goes from its first task to its last end');
select is((select i ->> 'ended_at' from rowlock.process_list(actor => who('chief')) l, jsonb_array_elements(l.items) i where i ->> 'origin_id' = 'a'), null, 'and has none while a task is open');

create function pages(size integer, by text default 'chief') returns text[] language plpgsql as $$
declare
  v_page rowlock.task_page;
  v_all  text[] := '{}';
begin
  loop
    v_page := rowlock.process_list(max_rows => size, after => v_page.next, actor => who(by));
    v_all := v_all || coalesce((select string_agg(i ->> 'origin_id', '+' order by n) from jsonb_array_elements(v_page.items) with ordinality x (i, n)), '-');
    exit when v_page.next is null;
  end loop;
  return v_all;
end;
$$;
select is(pages(1), '{d,c,b,a}', 'one by one');
select is(pages(3), '{d+c+b,a}', 'three by three');
select is(pages(4), '{d+c+b+a}', 'a full last page has no next');
select is(pages(1, by => 'worker'), '{b,a}', 'each once, also where the first task is hidden');

select refused($$select got('status => ''done'',')$$, 'PT400', 'argument_invalid', 'unknown', 'an unknown status is refused', 'status');
select refused($$select got('max_rows => 501,')$$, 'PT400', 'argument_invalid', 'out_of_range', '501 are refused', 'max_rows');
select refused($$select got('after => ''W10'',')$$, 'PT400', 'argument_invalid', 'not_cursor', 'what is no cursor is refused', 'after');
select refused($$select got(by => 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
select is((select (rowlock.process_list_answer(result => l)).body -> 'next' from rowlock.process_list(actor => who('chief')) l), 'null', 'over HTTP the end is next null');
select is((select jsonb_array_length((rowlock.process_list_answer(result => l)).body -> 'processes') from rowlock.process_list(actor => who('chief')) l), 4, 'and the page is processes');

select * from finish();
rollback;
