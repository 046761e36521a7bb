begin;
\ir ../_fixtures.psql
select plan(12);

select hook('mine', 'worker') as mine \gset
select happened('escalation.created', 'reviewer', subject => s) from unnest(array['a', 'a', 'b']) s;
select rowlock.delivery_enqueue();
create function first_of(subject text) returns uuid language sql as $$
  select d.id from rowlock.delivery d where d.subject_id = first_of.subject order by d.seq limit 1;
$$;
select refused($$select rowlock.delivery_replay(id => first_of('a'), actor => who('worker'))$$, 'PT409', 'delivery_ended', 'pending', 'what has not ended is not replayed');
update rowlock.delivery d set status = 'dead', ended_at = now(), next_at = null, attempts = 20, claim_no = 25, first_attempt_at = now() - interval '1 day', last_status = 500
where d.id in (first_of('a'), first_of('b'));
update rowlock.delivery d set next_at = now() where d.status = 'pending';
select is((select row(r.id, r.status, r.attempts, r.claim_no, r.first_attempt_at, r.ended_at, r.last_status) from rowlock.delivery_replay(id => first_of('b'), actor => who('worker')) r),
  row(first_of('b'), 'pending'::text, 0, 25, null::timestamptz, null::timestamptz, 500), 'it has a day again, under its id');
select ok((select d.next_at <= clock_timestamp() from rowlock.delivery d where d.id = first_of('b')), 'and goes at once');
select rowlock.delivery_replay(id => first_of('a'), actor => who('worker'));
select is(went('mine'), '{"a pending","a pending*","b pending*"}'::text[], 'after the one of its subject that is on its way');
select rowlock.delivery_claim();
select rowlock.delivery_finish(id => d.id, claim_no => d.claim_no, status => 200) from rowlock.delivery d where d.claimed_until is not null;
select is(went('mine'), '{"a pending*","a delivered","b delivered"}'::text[], 'then it is its turn');
select is((rowlock.delivery_replay(id => first_of('b'), actor => who('chief'))).status, 'pending', 'what was delivered is sent again too, by a global account too');
select ok((rowlock.delivery_replay_answer(result => d)).body ->> 'next_at' ~ 'Z$', 'HTTP tells the record') from rowlock.delivery d where d.id = first_of('b');
select refused($$select rowlock.delivery_replay(id => first_of('b'), actor => who('lead'))$$, 'PT404', 'delivery_exists', 'not_found', 'to somebody else it is not there');
select refused($$select rowlock.delivery_replay(id => md5('no')::uuid, actor => who('chief'))$$, 'PT404', 'delivery_exists', 'not_found', 'an unknown one is refused');
select refused($$select rowlock.delivery_replay(id => null, actor => who('chief'))$$, 'PT400', 'argument_invalid', 'missing', 'none is refused', 'id');
select refused($$select rowlock.delivery_replay(id => first_of('b'), actor => who('suspended'))$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
select refused($$select rowlock.delivery_replay(id => first_of('b'))$$, 'PT401', 'actor_known', 'no_actor', 'nor does nobody replay');

select * from finish();
rollback;
