begin;
\ir ../_fixtures.psql
select plan(17);

create function put(name text, seq bigint default null, max_lag interval default '7 days', user_id uuid default null, by text default 'chief')
returns rowlock.event_consumer language sql as $$
  select c from rowlock.event_consumer_put(name => put.name, seq => put.seq, max_lag => put.max_lag, user_id => put.user_id, actor => who(put.by)) c;
$$;
select happened('role.updated', at => now() - interval '40 days') as old \gset
select happened('role.updated', at => now() - interval '40 days') as older \gset
select is((put('a', :old, user_id => who('robot'))).seq, :old::bigint, 'a consumer says how far it is');
select is((put('a')).seq, :old::bigint, 'said again without a number it stays there');
select is((put('a', 0)).seq, 0::bigint, 'with one it may go back');
select is((select row(c.max_lag, c.user_id) from put('a', :old, null) c), row(null::interval, null::uuid), 'the rest is as said last');
create temp table alone as select (rowlock._event_horizon()).safe as safe;
select is((put('fresh')).seq <= (select safe from alone), true, 'a new one without a number begins now');
select is((rowlock.event_consumer_put_answer(put('a'))).body - 'heard_at' - 'created_at' - 'behind',
  jsonb_build_object('name', 'a', 'seq', :old, 'missed', :old < w.purged_through, 'max_lag', '7 days', 'holds', true, 'user_id', null), 'HTTP answers how it stands')
from rowlock.event_watermark w;

-- The purge
select rowlock.event_consumer_delete(name => 'fresh', actor => who('chief'));
select put('a', :old, '1 hour');
set local session_replication_role = replica;
delete from rowlock.event where seq < :old;
set local session_replication_role = origin;
select is(rowlock.event_purge_count(), 1::bigint, 'what it has not read does not count as removable');
select is(rowlock.event_purge(), 1::bigint, 'and is not removed');
select is(rowlock.event_purge_count(past_consumers => true), 1::bigint, 'unless that is said');
update rowlock.event_consumer set heard_at = now() - interval '2 hours';
select is(rowlock.event_purge(), 1::bigint, 'who was not heard of for too long holds nothing');
select is((rowlock.event_consumer_put_answer(put('a'))).body -> 'missed', 'true', 'and is told');

select refused(c, 'PT400', 'argument_invalid', r, format('%s: %s', f, r), f)
from (values ('select put(''A'')', 'form', 'name'), ('select put(''b'', -1)', 'out_of_range', 'seq'), ('select put(''b'', 281474976710655)', 'out_of_range', 'seq'),
  ('select put(''b'', max_lag => ''1 second'')', 'not_in_range', 'max_lag'), ('select put(''b'', user_id => gen_random_uuid())', 'unknown', 'user_id')) v (c, r, f);
select refused('select put(''b'', by => ''lead'')', 'PT403', 'actor_global', 'not_global', 'the admin of a role may not');

select * from finish();
rollback;
