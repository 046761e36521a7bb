begin;
\ir ../_fixtures.psql
select plan(3);

select ask(n) from unnest(array['open', 'held', 'done', 'due']) n;
select hold('held', 'worker'), due('due');
select rowlock.escalation_cancel(id => esc('done'), actor => who('worker'));

select set_eq(
  $$select rowlock.wait_ended(ids => array[esc('open'), esc('held'), esc('done'), esc('due'), '00000000-0000-4000-8000-000000000000'])$$,
  $$values (esc('done')), (esc('due')), ('00000000-0000-4000-8000-000000000000'::uuid)$$,
  'rows that ended, are due or are gone need no waiting');
select is_empty($$select rowlock.wait_ended(ids => '{}')$$, 'of nothing, nothing');
select login('tap_user', 'user', who('chief'));
select refused($$select as_login('tap_user', 'select rowlock.wait_ended(ids => ''{}'')')$$, '42501', null, null, 'only the service asks without scope');

select * from finish();
rollback;
