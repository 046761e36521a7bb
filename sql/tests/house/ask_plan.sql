-- Slow: What asking and reading the answers touch, however much a run and others have asked before.
begin;
\ir ../_fixtures.psql
select plan(7);

select run_as('running', 'work') is not null, run_as('running', 'other') is not null \g /dev/null
select login('tap_bot', 'user', who('here'));

-- fill(title, n, settled): so many questions of the run of an item, read by its worker when they are settled.
create function fill(title text, n integer, settled boolean) returns void language sql as $$
  with made as (
    insert into rowlock.escalation (
      id, role, type, run_id, status, resolved_at, ended_at, resolver_payload, created_at, updated_at)
    select gen_random_uuid(), 'reviewer', 'ask', (select (run_of(fill.title)).id), case when settled then 'resolved' else 'pending' end,
      case when settled then now() end, case when settled then now() end, '{}', now() - i * interval '1 s', now()
    from generate_series(1, fill.n) i
    returning id
  )
  insert into rowlock.ask (run_id, wait_key, ask_no, escalation_id, attempt, sha256, answer_no, created_at)
  select b.id, m.id::text, 1, m.id, 1, '\x00', case when settled then b.n + row_number() over () end, now()
  from made m, (
    select r.id, coalesce(max(k.answer_no), 0) as n
    from run_of(fill.title) r left join rowlock.ask k on k.run_id = r.id group by r.id) b;
$$;
-- touched(statement): the buffers of one call as the unprivileged login: the least of five, once its plans are made.
create function touched(statement text) returns integer language plpgsql as $$
declare
  v_plan  jsonb;
  v_least integer;
begin
  for i in 1 .. 5 loop
    v_plan := as_login('tap_bot', 'explain (analyze, buffers, format json) ' || statement)::jsonb #> '{0,Plan}';
    v_least := least(v_least, (v_plan ->> 'Shared Hit Blocks')::integer + (v_plan ->> 'Shared Read Blocks')::integer);
  end loop;
  return v_least;
end;
$$;
create function last_no() returns integer language sql as $$
  select max(k.answer_no) from rowlock.ask k where k.run_id = (run_of('work')).id;
$$;
-- what: none (an inbox without news), page (its last ten), ask (what was asked before).
create function buffers(what text) returns integer language sql as $$
  select touched(case what
    when 'none' then format('select outcome from rowlock.run_answers(run_id => %L, after => %s)', (run_of('work')).id, last_no())
    when 'page' then format('select outcome from rowlock.run_answers(run_id => %L, after => %s)', (run_of('work')).id, last_no() - 10)
    else format('select outcome from rowlock.run_ask(run_id => %L, attempt => 1, wait_key => ''k'', role => ''reviewer'', question => ''"q"'')', (run_of('work')).id)
  end);
$$;

select fill('work', 20, true), fill('work', 3, false);
select rowlock.run_ask(run_id => (run_of('work')).id, attempt => 1, wait_key => 'k', role => 'reviewer', question => '"q"', actor => who('here')) is not null as ok \gset
analyze rowlock.escalation, rowlock.ask, rowlock.run;
create temp table small as select w.what, buffers(w.what) as buffers from unnest(array['none', 'page', 'ask']) w (what);
select fill('work', 5000, true), fill('other', 20000, true), fill('other', 500, false);
analyze rowlock.escalation, rowlock.ask, rowlock.run;
create temp table large as select w.what, buffers(w.what) as buffers from unnest(array['none', 'page', 'ask']) w (what);
select diag(format('%s touches %s, then %s', s.what, s.buffers, l.buffers)) from small s join large l using (what);
select cmp_ok(s.buffers, '<', 400, s.what || ' touches few buffers') from small s;
select cmp_ok(l.buffers, '<', s.buffers + 100, s.what || ' touches no more once much has been asked') from small s join large l using (what);

select fill('work', 500, false);
analyze rowlock.escalation, rowlock.ask;
select cmp_ok(buffers('ask'), '<', s.buffers + 100, 'nor while the run waits for much else') from small s where s.what = 'ask';

select * from finish();
rollback;
