begin;
\ir ../_fixtures.psql
select plan(12);

select hook('mine', 'worker') as mine, hook('theirs', 'lead') as theirs \gset
select happened('escalation.created', 'reviewer', subject => s) from unnest(array['a', 'a', 'b', 'c', 'c']) s;
select rowlock.delivery_enqueue();
create function all_dead() returns void language sql as $$
  update rowlock.delivery d set status = 'dead', ended_at = now(), next_at = null where d.webhook_id = (hook_of('mine')).id;
$$;
create function replayed(since timestamptz default null, max_rows integer default 1000, by text default 'worker') returns rowlock.delivery_replayed language sql as $$
  select rowlock.delivery_replay_many(webhook_id => (hook_of('mine')).id, since => replayed.since, max_rows => replayed.max_rows, actor => who(replayed.by));
$$;
select is(replayed(), row(0, false)::rowlock.delivery_replayed, 'where nothing is dead nothing is sent');
select all_dead();
select is(replayed(), row(5, false)::rowlock.delivery_replayed, 'all that is dead is sent again');
select is(went('mine'), '{"a pending*","a pending","b pending*","c pending*","c pending"}'::text[], 'in its order');
select all_dead();
update rowlock.delivery d set status = 'pending', ended_at = null, next_at = now() where d.seq = (select max(v.seq) from rowlock.event v) and d.webhook_id = :'mine';
select is(replayed(max_rows => 3), row(3, true)::rowlock.delivery_replayed, 'as many at a time as one wants');
select is(replayed(max_rows => 3), row(1, false)::rowlock.delivery_replayed, 'to the end');
select is(went('mine'), '{"a pending*","a pending","b pending*","c pending","c pending*"}'::text[], 'each after the one of its subject that is on its way');
select all_dead();
select is((replayed(since => clock_timestamp())).replayed, 0::bigint, 'or only those since a time');
select is((select count(*) from rowlock.delivery d where d.webhook_id = :'theirs' and d.attempts = 0), 5::bigint, 'those of another webhook stay as they are');
select is((replayed(by => 'chief')).replayed, 5::bigint, 'a global account replays too');
select refused($$select replayed(by => 'lead')$$, 'PT404', 'webhook_exists', 'not_found', 'to somebody else the webhook is not there');
select refused($$select replayed(max_rows => 0)$$, 'PT400', 'argument_invalid', 'out_of_range', 'none is refused', 'max_rows');
select refused($$select replayed(by => 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
