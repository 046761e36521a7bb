begin;
\ir ../_fixtures.psql
select plan(6);

select rowlock.event_purge(older_than => '0');
select is(rowlock.event_purge_count(older_than => '0'), 0::bigint, 'an empty journal has nothing to remove');
select happened('role.updated', at => clock_timestamp() - interval '40 days') from generate_series(1, 3);
select happened('role.updated') > 0;
select happened('role.updated', at => clock_timestamp() - interval '40 days') > 0;
select is(rowlock.event_purge_count(), 3::bigint, 'a prefix is counted: what stands before the first young event');
select is(rowlock.event_purge_count(older_than => '60 days'), 0::bigint, 'with another interval another one');
select is((select count(*) from rowlock.event), 5::bigint, 'nothing is removed');
select refused($$select rowlock.event_purge_count(older_than => '-1 day')$$, 'PT400', 'argument_invalid', 'negative',
  'a negative interval is refused', 'older_than');
select login('tap_user', 'user', who('chief'));
select refused($$select as_login('tap_user', 'select rowlock.event_purge_count()')$$, '42501', null, null, 'only the service asks');

select * from finish();
rollback;
