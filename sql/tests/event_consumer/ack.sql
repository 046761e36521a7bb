begin;
\ir ../_fixtures.psql
select plan(10);

create function ack(seq bigint, by text default 'robot', name text default 'a') returns rowlock.event_consumer language sql as $$
  select c from rowlock.event_consumer_ack(name => ack.name, seq => ack.seq, actor => who(ack.by)) c;
$$;
select happened('role.updated') as one \gset
select rowlock.event_consumer_put(name => 'a', seq => 0, user_id => who('robot'), actor => who('chief'));
update rowlock.event_consumer set heard_at = now() - interval '3 days';
select is((ack(:one)).seq, :one::bigint, 'whom it was declared for says how far it is');
select cmp_ok((select c.heard_at from rowlock.event_consumer c), '>', now() - interval '1 minute', 'and that it lives');
select is((ack(:one - 1)).seq, :one::bigint, 'an acknowledgement that was overtaken takes nothing back');
select is((ack(:one, 'chief')).seq, :one::bigint, 'global accounts may say so too');
select refused($$select ack(1, 'worker')$$, 'PT404', 'event_consumer_exists', 'not_found', 'for others it is not there');
select refused($$select ack(1, name => 'none')$$, 'PT404', 'event_consumer_exists', 'not_found', 'nor is one that nobody declared');
select refused($$select ack(281474976710655)$$, 'PT400', 'argument_invalid', 'out_of_range', 'the journal has not come so far', 'seq');
select refused($$select ack(null)$$, 'PT400', 'argument_invalid', 'missing', 'a number is needed', 'seq');
select refused($$select ack(1, name => null)$$, 'PT400', 'argument_invalid', 'missing', 'and a name', 'name');
select refused($$select ack(1, 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
