begin;
\ir ../_fixtures.psql
select plan(14);

select job('a', origin_id => 'o'), job('b', origin_id => 'o', workflow_type => 'pay'), job('c', origin_id => 'o'), job('else', origin_id => 'x');
select job('other', by => 'worker', origin_id => 'o', workflow_type => 'pay');
create function near(name text, by text default 'robot', type text default null, max_rows integer default 100) returns text[] language sql as $$
  select coalesce(array_agg(s.workflow_id || coalesce(' ' || (s.data ->> 'secret'), '') order by s.created_at, s.id), '{}')
  from rowlock.task_siblings(id => (task_of(near.name)).id, workflow_type => near.type, max_rows => near.max_rows, actor => who(near.by)) s;
$$;
select is(near('a'), '{b 2,c 2}', 'the other tasks of the origin that the actor sees, with their data');
select is(near('a', by => 'chief'), '{b 2,c 2,other 2}', 'a global caller sees all');
select is(near('a', type => 'pay', by => 'chief'), '{b 2,other 2}', 'of one workflow type');
select is(near('a', max_rows => 1), '{b 2}', 'at most so many');
select is(near('else'), '{}', 'a task may have none');
select rowlock.escalation_create(role => 'reviewer', type => 't', task_id => (task_of('b')).id, actor => who('robot'));
select is(near('other', by => 'worker'), '{b}', 'without payloads where they are not the actor''s to see');
select is((rowlock.task_siblings_answer(result => array(select s from rowlock.task_siblings(id => (task_of('a')).id, actor => who('chief')) s))).body
  #> '{siblings,pay,0}' ->> 'workflow_id', 'b', 'over HTTP they stand by workflow type');
select is((rowlock.task_siblings_answer(result => '{}')).body, '{"siblings": {}}', 'none is an empty object');
select refused($$select near('a', by => 'worker')$$, 'PT404', 'task_exists', 'not_found', 'a hidden task does not exist');
select refused($$select rowlock.task_siblings(id => gen_random_uuid(), actor => who('chief'))$$, 'PT404', 'task_exists', 'not_found', 'nor an unknown one');
select refused($$select near('a', max_rows => 501)$$, 'PT400', 'argument_invalid', 'out_of_range', '501 are refused', 'max_rows');
select refused($$select near('a', type => repeat('x', 201))$$, 'PT400', 'argument_invalid', 'too_long', 'names have 200 characters', 'workflow_type');
select refused($$select rowlock.task_siblings(id => null, actor => who('chief'))$$, 'PT400', 'argument_invalid', 'missing', 'no id is refused', 'id');
select refused($$select near('a', by => 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
