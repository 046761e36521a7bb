begin;
\ir ../_fixtures.psql
select plan(6);

select item('one');
select is((rowlock.work_item_get(id => (item_of('one')).id, actor => who(n))).title, 'one', format('%s sees it', n)) from unnest(array['planner', 'nobody', 'robot']) n;
select is((rowlock.work_item_get_answer(result => item_of('one'))).body - array['created_at', 'updated_at'],
  to_jsonb(item_of('one')) - array['created_at', 'updated_at'], 'the answer has all of it');
select refused($$select rowlock.work_item_get(id => md5('no')::uuid, actor => who('planner'))$$, 'PT404', 'work_item_exists', 'not_found', 'an unknown one is refused');
select refused($$select rowlock.work_item_get(id => (item_of('one')).id, actor => who('suspended'))$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
