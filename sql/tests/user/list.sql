begin;
\ir ../_fixtures.psql
select plan(38);

-- names(page): the external ids of a page, in its order.
create function names(page rowlock.user_page) returns text[] language sql as $$
  select coalesce(array_agg(i.value ->> 'external_id' order by i.ordinality), '{}') from jsonb_array_elements((names.page).items) with ordinality i;
$$;
update rowlock.user_account set display_name = 'Ada 100%', email = 'ada@example.org' where external_id = 'worker';

select is(names(rowlock.user_list(max_rows => 3, actor => who('nobody'))), '{auditor,chief,chief_two}', 'any signed-in account sees a page, by external id');
select is((rowlock.user_list(max_rows => 1, actor => who('nobody'))).total, 14::bigint, 'the total counts all, not the page');
select is(names(rowlock.user_list(max_rows => 2, skip_rows => 1, actor => who('nobody'))), '{chief,chief_two}', 'rows are skipped');
select is(rowlock.user_list(skip_rows => 100, actor => who('nobody')), row('[]', 14)::rowlock.user_page, 'beyond the end is an empty page with the total');
select is(names(rowlock.user_list(search => 'WORK', actor => who('nobody'))), '{worker,worker_two}', 'a part of the external id is found in any case');
select is(names(rowlock.user_list(search => 'ada 1', actor => who('nobody'))), '{worker}', 'a part of the name is found');
select is(names(rowlock.user_list(search => '@EXAMPLE', actor => who('lead'))), '{worker}', 'an admin finds a part of the email');
select is(names(rowlock.user_list(search => '@EXAMPLE', actor => who('nobody'))), '{}', 'who may not read others does not find them by email');
select is(names(rowlock.user_list(search => '@EXAMPLE', actor => who('worker'))), '{worker}', 'but oneself');
select is(
  (rowlock.user_list(search => 'ada', actor => who('nobody'))).items -> 0,
  jsonb_build_object('id', who('worker'), 'external_id', 'worker', 'display_name', 'Ada 100%', 'account_type', 'user', 'status', 'active'),
  'who may not read others sees who they are, and no more');
select is(
  (rowlock.user_list(search => 'ada', actor => who(n))).items -> 0 ->> 'email', 'ada@example.org',
  format('%s sees the whole account', n)) from unnest(array['lead']) n;
select is(
  (rowlock.user_list(search => 'lead', actor => who('lead'))).items -> 0 -> 'roles', '[{"role": "reviewer", "type": "admin"}]',
  'an admin sees the roles of each');
select is((rowlock.user_list(search => 'nobody', actor => who('chief'))).items -> 0 -> 'roles', '[]', 'of whom is in none too');
select is(names(rowlock.user_list(search => '%', actor => who('nobody'))), '{worker}', 'a percent sign is a percent sign');
select is(names(rowlock.user_list(search => '_two', actor => who('nobody'))), '{chief_two,worker_two}', 'an underscore is an underscore');
select is(names(rowlock.user_list(account_type => 'bot', actor => who('nobody'))), '{robot}', 'bots are told from people');
select is(names(rowlock.user_list(status => 'suspended', actor => who('nobody'))), '{suspended}', 'statuses are told apart');
insert into rowlock.membership (user_id, role, type) values (who('worker'), 'engineer', 'admin'), (who('worker'), 'planner', 'admin');
select is(names(rowlock.user_list(role => 'engineer', actor => who('chief'))), '{engineer,worker}', 'those in a role are found');
select is(rowlock.user_list(type => 'admin', max_rows => 1, actor => who('chief')) is distinct from null, true, 'a type is a filter');
select is((rowlock.user_list(type => 'admin', max_rows => 1, actor => who('chief'))).total, 3::bigint, 'the total counts accounts, not memberships');
select is(names(rowlock.user_list(type => 'admin', actor => who('chief'))), '{chief_two,lead,worker}', 'and so does the page');
select is(names(rowlock.user_list(role => 'reviewer', type => 'admin', actor => who('chief'))), '{lead}', 'role and type are of one membership');
select is(names(rowlock.user_list(role => 'engineer', status => 'active', search => 'WORK', actor => who('chief'))), '{worker}', 'filters add up');
select is(names(rowlock.user_list(role => 'engineer', actor => who('engineer'))), '{engineer,worker}', 'who sees all of a role is told who is in it');
select is(names(rowlock.user_list(role => 'engineer', actor => who('auditor'))), '{}', 'who does not is not');
select is(names(rowlock.user_list(role => 'reviewer', actor => who('watcher'))), '{watcher}', 'but that oneself is');
select unalike((rowlock.user_list(actor => who('chief'))).items::text, '%argon2%', 'no hash is shown');

select refused(format($$select rowlock.user_list(%s => %s, actor => who('chief'))$$, f, v), 'PT400', 'argument_invalid', r,
  format('%s of %s is refused', f, v), f)
from (values ('max_rows', '0', 'out_of_range'), ('max_rows', '501', 'out_of_range'), ('max_rows', 'null', 'missing'),
  ('skip_rows', '-1', 'out_of_range'), ('skip_rows', 'null', 'missing'), ('account_type', '''x''', 'unknown'),
  ('status', '''x''', 'unknown'), ('type', '''x''', 'unknown'), ('search', 'repeat(''x'', 201)', 'too_long')) a (f, v, r);
select refused($$select rowlock.user_list(actor => who('suspended'))$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
select is((rowlock.user_list_answer(result => rowlock.user_list(search => 'nobody', actor => who('chief')))).body -> 'total', '1', 'the answer has a total');

select * from finish();
rollback;
