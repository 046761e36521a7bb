begin;
\ir ../_fixtures.psql
select plan(13);

select project(s) from unnest(array['beta', 'alpha', 'gamma']) s;
update rowlock.project set status = 'archived' where slug = 'gamma';
create function slugs(page rowlock.project_page) returns text[] language sql as $$
  select array_agg(p.value ->> 'slug' order by p.ordinality) || (page).total::text from jsonb_array_elements((page).items) with ordinality p;
$$;
select is(slugs(rowlock.project_list(actor => who(n))), '{alpha,beta,gamma,3}', format('%s sees all, by slug', n)) from unnest(array['planner', 'nobody']) n;
select is(slugs(rowlock.project_list(max_rows => 1, skip_rows => 1, actor => who('nobody'))), '{beta,3}', 'a page says how many there are');
select is(slugs(rowlock.project_list(status => 'active', actor => who('nobody'))), '{alpha,beta,2}', 'the active ones');
select is(slugs(rowlock.project_list(status => 'archived', actor => who('nobody'))), '{gamma,1}', 'the archived ones');
select is(slugs(rowlock.project_list(slug => 'beta', actor => who('nobody'))), '{beta,1}', 'the one of a slug');
select is((rowlock.project_list(slug => 'bet', actor => who('nobody'))).items, '[]', 'which is taken as a whole');
select is((rowlock.project_list_answer(result => rowlock.project_list(actor => who('nobody')))).body -> 'total', '3', 'the answer has both');
select refused(format($$select rowlock.project_list(%s, actor => who('nobody'))$$, a), 'PT400', 'argument_invalid', r, format('%s is refused', a), f)
from (values ('status => ''open''', 'unknown', 'status'), ('max_rows => 0', 'out_of_range', 'max_rows'), ('max_rows => 501', 'out_of_range', 'max_rows'),
  ('skip_rows => -1', 'out_of_range', 'skip_rows')) v (a, r, f);
select refused($$select rowlock.project_list(actor => who('suspended'))$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
