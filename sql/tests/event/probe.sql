begin;
\ir ../_fixtures.psql
select plan(3);

select last_seq() as start \gset
select is(rowlock.event_probe(), :start::bigint, 'the last number is told');
savepoint rolled_back;
select ask('a');
rollback to rolled_back;
select ok(rowlock.event_probe() > :start, 'also one that was rolled back');
select login('tap_user', 'user', who('chief'));
select refused($$select as_login('tap_user', 'select rowlock.event_probe()')$$, '42501', null, null, 'only the service probes');

select * from finish();
rollback;
