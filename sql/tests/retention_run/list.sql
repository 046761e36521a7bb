begin;
\ir ../_fixtures.psql
select plan(9);

insert into rowlock.retention_run (rule, subject, action, started_at, finished_at, batches, row_count)
select 'r' || n, 'event', 'delete', now(), case when n < 5 then now() end, 1, n from generate_series(1, 5) n;
create function page(max_rows integer, after text default null) returns rowlock.retention_run_page language sql as $$
  select rowlock.retention_run_list(max_rows => page.max_rows, after => page.after, actor => who('chief'));
$$;
select is(jsonb_path_query_array((page(2)).items, '$[*].rule'), '["r5", "r4"]', 'the latest come first');
select is((page(2)).items -> 0 ->> 'finished_at', null, 'one that goes on has no end');
select is(jsonb_path_query_array((page(2, (page(2)).next)).items, '$[*].rule'), '["r3", "r2"]', 'next goes on');
select is((page(5)).next, null, 'the last page has none');
delete from rowlock.retention_run;
select is((page(5)).items, '[]', 'without runs it is empty');
select refused('select page(0)', 'PT400', 'argument_invalid', 'out_of_range', 'a page has a row', 'max_rows');
select refused($$select page(2, 'x')$$, 'PT400', 'argument_invalid', 'not_cursor', 'what is no cursor is refused', 'after');
select is((rowlock.retention_run_list_answer(page(5))).body, '{"runs": [], "next": null}', 'HTTP answers both');
select refused($$select rowlock.retention_run_list(actor => who('lead'))$$, 'PT403', 'actor_global', 'not_global', 'the admin of a role may not');

select * from finish();
rollback;
