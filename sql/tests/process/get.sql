begin;
\ir ../_fixtures.psql
select plan(9);

select job('a1', origin_id => 'a'), job('a2', origin_id => 'a', by => 'worker', workflow_type => 'pay'), job('b1', origin_id => 'b');
select ask('q', origin_id => 'a'), ask('far', role => 'engineer', origin_id => 'a');
create function got(origin_id text, by text default 'chief') returns jsonb language sql as $$
  select (rowlock.process_get_answer(result => rowlock.process_get(origin_id => got.origin_id, actor => who(got.by)))).body;
$$;
select is(got('a') #> '{process,stats}', '{"tasks": 2, "open": 2, "needs_intervention": 0, "completed": 0, "failed": 0, "cancelled": 0, "escalations": 2, "escalations_open": 2}',
  'the figures of a process');
select is(jsonb_path_query_array(got('a'), '$.tasks[*].workflow_id'), '["a1", "a2"]', 'and its tasks, oldest first');
select is(got('a') #>> '{process,workflow_type}', 'ship-order', 'it is of the type of its first task');
select is(jsonb_path_query_array(got('a', by => 'worker'), '$.tasks[*].workflow_id'), '["a2"]', 'as far as the actor sees them');
select is(got('a', by => 'worker') #> '{process,stats,escalations}', '1', 'and its rows');
select refused($$select got('a', by => 'engineer')$$, 'PT404', 'process_exists', 'not_found', 'without a task that is seen there is no process');
select refused($$select got('none')$$, 'PT404', 'process_exists', 'not_found', 'nor without any task');
select refused($$select got('')$$, 'PT400', 'argument_invalid', 'missing', 'no origin is refused', 'origin_id');
select refused($$select got('a', by => 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
