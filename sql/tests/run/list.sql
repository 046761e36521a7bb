begin;
\ir ../_fixtures.psql
select plan(29);

select run_as('exited', 'one'), run_as('running', 'two'), run_as('running', 'three'), run_as('failed', 'four', 'there'), run_as('pending', 'five');
update rowlock.run r set created_at = now() + i.n * interval '1 minute'
from (values ('one', 1), ('two', 2), ('three', 3), ('four', 4), ('five', 5)) i (title, n) where r.id = (run_of(i.title)).id;
select ask('may I');
update rowlock.escalation set run_id = (run_of('two')).id where id = esc('may I');
create function page(query text) returns rowlock.run_page language plpgsql as $$
declare
  v_page rowlock.run_page;
begin
  execute format('select * from rowlock.run_list(%s actor => %L)', query || case when query <> '' then ', ' else '' end, who('nobody')) into v_page;
  return v_page;
end;
$$;
create function listed(query text) returns text language sql as $$
  select coalesce(string_agg(w.title, ' ' order by i.n), '')
  from jsonb_array_elements((page(listed.query)).items) with ordinality i (run, n)
  join rowlock.work_item w on w.id = (i.run ->> 'work_item_id')::uuid;
$$;

select is(listed(''), 'five four three two one', 'all, newest first, for whoever signed in');
select is(listed($$status => '{running}'$$), 'three two', 'by status');
select is(listed($$status => '{running,exited,exited}'$$), 'three two one', 'by several');
select is(listed($$status => '{}'$$), '', 'by none of them');
select is(listed($$status => '{pending}'$$), 'five', 'those that wait');
select is(listed(format('host_id => %L', (host_of('there')).id)), 'four', 'by host');
select is(listed(format('host_id => %L', gen_random_uuid())), '', 'by a host that has none');
select is(listed(format('work_item_id => %L', (item_of('two')).id)), 'two', 'by work item');
select is(listed(format('project_id => %L', project('plan'))), 'five four three two one', 'by project');
select is(listed(format('project_id => %L', gen_random_uuid())), '', 'by a project that has none');
select is(listed(format($$project_id => %L, status => '{failed}', host_id => %L$$, project('plan'), (host_of('there')).id)), 'four', 'by project, status and host');
select is(((page('max_rows => 2')).items -> 1) - (select array_agg(k) from jsonb_object_keys(rowlock._run_record(run_of('four'))) k),
  jsonb_build_object('item_title', 'four', 'project_id', project('plan'), 'project_name', 'Plan', 'host_name', 'there'), 'each with what its item, project and host are called');
select is((page('max_rows => 1')).items #>> '{0,host_name}', null, 'what waits has no host yet');
select is(listed(format('origin_id => %L', (item_of('three')).id)), 'three', 'by origin');
select is(listed(format($$origin_id => %L, status => '{exited}'$$, (item_of('three')).id)), '', 'by several of these');
select is(listed('parked => true'), 'two', 'those that wait for an answer');
select is(listed('parked => false'), 'five four three one', 'and those that do not');
select is(listed($$parked => true, status => '{exited}'$$), '', 'what has ended waits for none');
select is(listed($$parked => true, status => '{running,pending}'$$), 'two', 'what runs may');
select is((page('max_rows => 5')).next, null, 'a page that has all has no next');
select is(listed('max_rows => 2'), 'five four', 'a page');
select is(listed(format('max_rows => 2, after => %L', (page('max_rows => 2')).next)), 'three two', 'and the next');
select is(listed(format($$status => '{running}', max_rows => 1, after => %L$$, (page($$status => '{running}', max_rows => 1$$)).next)), 'two', 'of what is asked for');
select is((rowlock.run_list_answer(result => page('max_rows => 1'))).body #>> '{runs,0,status}', 'pending', 'over HTTP: runs and next');
select refused($$select page('status => ''{done}''')$$, 'PT400', 'argument_invalid', 'unknown', 'a status that is none', 'status');
select refused($$select page('max_rows => 501')$$, 'PT400', 'argument_invalid', 'out_of_range', 'too many at once', 'max_rows');
select refused($$select page('after => ''x''')$$, 'PT400', 'argument_invalid', 'not_cursor', 'a cursor that is none', 'after');

-- What is rare: a call looks at 5,000, and says where it goes on.
insert into rowlock.run (work_item_id, host_id, provider, session_name, cwd, origin_id, status, pending_since, created_at, updated_at)
select (item_of('one')).id, (host_of('here')).id, 'claude', 'many-' || i, '/', 'x', 'exited', now(), now() + interval '1 hour', now() from generate_series(1, 5100) i;
select is(listed($$status => '{failed}'$$), '', 'five thousand others are looked at, and no more');
select is(listed(format($$status => '{failed}', after => %L$$, (page($$status => '{failed}'$$)).next)), 'four', 'next goes on from there');

select * from finish();
rollback;
