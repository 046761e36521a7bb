begin;
\ir ../_fixtures.psql
select plan(7);

-- Whatever other timers there are.
delete from rowlock.timer where name not in ('retention', 'expire');
update rowlock.timer set due_at = clock_timestamp() + interval '1 hour';
update rowlock.timer set due_at = clock_timestamp() - interval '1 minute' where name = 'retention';
select results_eq('select name from rowlock.timer_due()', $$values ('retention'), ('expire')$$, 'what is due first comes first');
select cmp_ok((select wait from rowlock.timer_due() where name = 'retention'), '<=', -60::double precision, 'what is late waits less than nothing');
select cmp_ok((select wait from rowlock.timer_due() where name = 'expire'), '>', 3500::double precision, 'the wait is in seconds');
update rowlock.timer set enabled = false where name = 'expire';
select results_eq('select name from rowlock.timer_due()', $$values ('retention')$$, 'a disabled timer is never due');
update rowlock.timer set finished_at = clock_timestamp() + interval '1 hour', due_at = clock_timestamp() + interval '1 hour' where name = 'retention';
select is((select wait from rowlock.timer_due()), 0::double precision, 'what ran in the future, before the clock was set back, does not wait for it');
select login('tap_user', 'user', who('chief')), login('tap_service', 'service');
select is(as_login('tap_service', 'select name from rowlock.timer_due()'), 'retention', 'the service asks');
select refused($$select as_login('tap_user', 'select rowlock.timer_due()')$$, '42501', null, null, 'nobody else');

select * from finish();
rollback;
