begin;
\ir ../_fixtures.psql
select plan(13);

select hook('mine', 'worker');
select happened('escalation.created', 'reviewer', subject => s) from unnest(array['a', 'b', 'c', 'd', 'e', 'f']) s;
select rowlock.delivery_enqueue();
create function ended(subject text, status text, days numeric) returns void language sql as $$
  update rowlock.delivery d set status = ended.status, next_at = null, ended_at = clock_timestamp() - make_interval(hours => (ended.days * 24)::integer)
  where d.subject_id = ended.subject;
$$;
select ended('a', 'delivered', 7.1), ended('b', 'delivered', 6.9), ended('c', 'dead', 29), ended('d', 'dead', 30.1), ended('e', 'delivered', 40);
select is(rowlock.delivery_purge(max_rows => 1), 1::bigint, 'a batch at a time');
select is(rowlock.delivery_purge(), 1::bigint, 'until one is short');
select is((select row_count from rowlock.retention_run(rules => '{dead-deliveries}', dry_run => true, actor => who('chief'))), 1::bigint, 'a rule counts what is dead');
select is((select row_count from rowlock.retention_run(rules => '{dead-deliveries}', actor => who('chief'))), 1::bigint, 'and removes it');
select is(went('mine'), '{"b delivered","c dead","f pending*"}'::text[], 'what was delivered goes after a week, what is dead after 30 days, what is pending never');
select is(rowlock.delivery_purge(), 0::bigint, 'the others stay');
select is((select row_count from rowlock.retention_run(rules => '{deliveries}', actor => who('chief'))), 0::bigint, 'nor does their rule find any');
select refused($$select rowlock.delivery_purge(status => 'pending')$$, 'PT400', 'argument_invalid', 'unknown', 'what is pending is not purged', 'status');
select refused($$select rowlock.delivery_purge(status => null)$$, 'PT400', 'argument_invalid', 'missing', 'nor is nothing in particular', 'status');
select refused($$select rowlock.delivery_purge(max_rows => 0)$$, 'PT400', 'argument_invalid', 'out_of_range', 'no rows are refused', 'max_rows');
select refused($$select rowlock.delivery_purge(older_than => '178000000 years')$$, 'PT400', 'argument_invalid', 'too_far', 'an age beyond the calendar is refused', 'older_than');
select login('tap_user', 'user', who('chief'));
select refused($$select as_login('tap_user', 'select rowlock.delivery_purge()')$$, '42501', null, null, 'a user login does not purge');
select ok((select bool_and(m.value >= 0) from rowlock.metric_list() m where m.name in ('webhooks', 'deliveries', 'deliveries_oldest_seconds')), 'monitors are told of deliveries');

select * from finish();
rollback;
