begin;
\ir ../_fixtures.psql
select plan(7);

create function kept(key text, ttl interval default '1 hour', sender text default 'worker') returns void language sql as $$
  insert into rowlock.signal values ('default', 'default', kept.key, who(kept.sender), '1', clock_timestamp() - interval '1 day', clock_timestamp() - interval '1 minute' + kept.ttl);
$$;
select kept('a', '0'), kept('b', '0'), kept('c', '0'), kept('d');
select is(rowlock.signal_purge(max_rows => 2), 2::bigint, 'what is too old goes, no more than asked for');
select is(rowlock.signal_purge(), 1::bigint, 'until a batch is short');
select is((select array_agg(s.signal_key) from rowlock.signal s), '{d}', 'the others stay');

select kept('old', '-1 minute');
select is(rowlock.signal_purge(older_than => '2 hours'), 0::bigint, 'what is over may be kept for a while');
select refused('select rowlock.signal_purge(max_rows => 0)', 'PT400', 'argument_invalid', 'out_of_range', 'a batch has at least one row', 'max_rows');
select refused($$select rowlock.signal_purge(older_than => '178000000 years')$$, 'PT400', 'argument_invalid', 'too_far', 'an age beyond the calendar is refused', 'older_than');
select login('tap_user', 'user', who('chief'));
select refused($$select as_login('tap_user', 'select rowlock.signal_purge()')$$, '42501', null, null, 'only the service purges');

select * from finish();
rollback;
