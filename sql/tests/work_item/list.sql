begin;
\ir ../_fixtures.psql
select plan(35);

select item(t) from unnest(array['r1', 'r2', 'r3']) t;
select item(t, parent => 'r1') from unnest(array['a', 'b', 'c', 'd']) t;
select item('a1', 'subtask', 'a'), item('far', project => 'other');
update rowlock.work_item w set sort_order = s.n from (values ('r1', 3), ('r2', 1), ('r3', 2), ('a', 5), ('b', -1), ('c', 2), ('d', 2)) s (title, n) where w.title = s.title;
update rowlock.work_item w set assignee = 'ada' where w.title in ('a1', 'c', 'far');
update rowlock.work_item w set status = 'doing' where w.title in ('a', 'far');
-- pages(arguments, size): the titles of all pages, a bar between pages.
create function pages(arguments text, size integer default 500, by text default 'nobody') returns text language plpgsql as $$
declare
  v_page rowlock.work_item_page; v_told text := '';
begin
  loop
    execute format('select * from rowlock.work_item_list(%s max_rows => %s, after => %L, actor => who(%L))', nullif(arguments, '') || ', ', size, v_page.next, by) into v_page;
    v_told := concat_ws('|', nullif(v_told, ''), (select string_agg(i.value ->> 'title', ' ' order by i.ordinality) from jsonb_array_elements(v_page.items) with ordinality i));
    exit when v_page.next is null;
  end loop;
  return v_told;
end;
$$;
create function id(title text) returns text language sql as $$ select quote_literal((item_of(id.title)).id) $$;
create function tree(titles text default '.*', size integer default 500) returns text language sql as $$
  select string_agg(p.told, '|' order by p.page) from (
    select n / tree.size as page, string_agg(t.title, ' ' order by n) as told
    from (select w.title, row_number() over (order by w.project_id, w.path, w.id) - 1 as n from rowlock.work_item w where w.title ~ ('^(' || tree.titles || ')$')) t
    group by 1) p;
$$;
select is(pages('parent_id => ' || id('r1')), case when id('c') < id('d') then 'b c d a' else 'b d c a' end, 'siblings stand in their order, then by id');
select is(pages('parent_id => ' || id('r1'), s), pages('parent_id => ' || id('r1'), 1000 / 2) , 'a page of all') from unnest(array[4]) s;
select is(pages('parent_id => ' || id('r1'), 1), replace(pages('parent_id => ' || id('r1')), ' ', '|'), 'and one by one');
select is(pages(format('roots => true, project_id => %L', project('plan'))), 'r2 r3 r1', 'the roots of a project too');
select is(pages(format('roots => true, project_id => %L', project('plan')), 2), 'r2 r3|r1', 'in pages');
select is(pages('roots => true'), tree('r.|far'), 'the roots of all projects');
select is(pages(format('project_id => %L', project('plan'))), tree('..?'), 'a project in the order of its trees');
select is(pages(format('project_id => %L', project('plan')), s), tree('..?', s), format('in pages of %s', s)) from unnest(array[1, 2, 3, 8]) s;
select is(pages(''), tree(), 'and everything');
select is(pages('', 2), tree(size => 2), 'in pages');
select is(pages('assignee => ''ada'''), tree('a1|c|far'), 'whose they are');
select is(pages('assignee => ''ada''', 1), tree('a1|c|far', 1), 'in pages');
select is(pages('status => ''{doing}'''), tree('a|far'), 'in a state');
select is(pages('status => ''{doing,todo}'''), tree(), 'in any of some');
select is(pages('kind => ''{subtask}'''), 'a1', 'of a kind');
select is(pages(format('project_id => %L, assignee => ''ada'', status => ''{todo}'', kind => ''{task,epic}''', project('plan'))), 'c', 'all of these together');
select is(pages('parent_id => ' || id('r1') || ', status => ''{doing}'''), 'a', 'below an item too');
select is(pages(format('project_id => %L, parent_id => %s', project('other'), id('r1'))), '', 'a parent elsewhere has nothing here');
select is(pages(format('parent_id => %L', md5('no'))), '', 'nor has one that is not there');
select is(pages('status => ''{}'''), '', 'in none of no states');
select is((select jsonb_object_agg(i.value ->> 'title', i.value -> 'children') from rowlock.work_item_list(project_id => project('plan'), actor => who('nobody')) l, jsonb_array_elements(l.items) i),
  '{"r1": 4, "r2": 0, "r3": 0, "a": 1, "a1": 0, "b": 0, "c": 0, "d": 0}'::jsonb, 'each says how many stand directly below it');
select is((rowlock.work_item_list_answer(result => rowlock.work_item_list(max_rows => 1, actor => who('nobody')))).body ->> 'next' is not null, true, 'the answer has the cursor');

select refused(format($$select rowlock.work_item_list(%s, actor => who('nobody'))$$, a), 'PT400', 'argument_invalid', r, format('%s is refused', left(a, 60)), f)
from (values ('status => ''{open}''', 'unknown', 'status'), ('kind => ''{story}''', 'unknown', 'kind'), ('kind => ''{null}''', 'unknown', 'kind'),
  ('max_rows => 0', 'out_of_range', 'max_rows'), ('max_rows => 501', 'out_of_range', 'max_rows'), ('after => ''x''', 'not_cursor', 'after'),
  ('roots => true, parent_id => ' || id('r1'), 'parent', 'roots'),
  (format('after => %L', (rowlock.work_item_list(parent_id => (item_of('r1')).id, max_rows => 1, actor => who('nobody'))).next), 'not_cursor', 'after'),
  (format('parent_id => %s, after => %L', id('r1'), (rowlock.work_item_list(max_rows => 1, actor => who('nobody'))).next), 'not_cursor', 'after')
) v (a, r, f);
select refused($$select rowlock.work_item_list(actor => who('suspended'))$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
