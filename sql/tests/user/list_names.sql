begin;
\ir ../_fixtures.psql
select plan(7);

update rowlock.user_account set display_name = 'Ada' where external_id = 'worker';
select is(rowlock.user_list_names(ids => array[who('worker'), who('lead'), gen_random_uuid()], actor => who('nobody')),
  jsonb_build_object(who('worker'), 'Ada', who('lead'), 'lead'), 'ids become names, unknown ones are left out');
select is(rowlock.user_list_names(ids => '{}', actor => who('nobody')), '{}', 'no ids, no names');
select is((rowlock.user_list_names_answer(result => '{}')).body, '{"names": {}}', 'the answer has names');
select lives_ok($$select rowlock.user_list_names(ids => array(select gen_random_uuid() from generate_series(1, 500)), actor => who('nobody'))$$, '500 may be asked for');
select refused($$select rowlock.user_list_names(ids => array(select gen_random_uuid() from generate_series(1, 501)), actor => who('nobody'))$$,
  'PT400', 'argument_invalid', 'too_many', '501 may not', 'ids');
select refused($$select rowlock.user_list_names(ids => null, actor => who('nobody'))$$, 'PT400', 'argument_invalid', 'missing', 'ids are asked for', 'ids');
select refused($$select rowlock.user_list_names(ids => '{}', actor => who('suspended'))$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
