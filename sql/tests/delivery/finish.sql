begin;
\ir ../_fixtures.psql
select plan(25);

select hook('mine', 'worker') as mine \gset
create function taken(subject text) returns rowlock.delivery language sql as $$
  select happened('escalation.created', 'reviewer', subject => taken.subject);
  select rowlock.delivery_enqueue();
  select rowlock.delivery_claim(max_each => 100);
  select d.* from rowlock.delivery d where d.subject_id = taken.subject order by d.seq limit 1;
$$;
create function finished(subject text, status integer, error text default null, claim_no integer default 1) returns rowlock.delivery language sql as $$
  select f.* from rowlock.delivery d, rowlock.delivery_finish(id => d.id, claim_no => finished.claim_no, status => finished.status, error => finished.error) f
  where d.subject_id = finished.subject order by d.seq limit 1;
$$;
-- again(subject, n): as if it were its attempt number n, which is claimed.
create function again(subject text, n integer, since interval default '0') returns void language sql as $$
  update rowlock.delivery d
  set attempts = again.n, claimed_until = now() + interval '1 hour', next_at = now() + interval '1 hour',
    first_attempt_at = clock_timestamp() - again.since
  where d.subject_id = again.subject;
$$;

select taken(s) from unnest(array['a', 'b', 'c', 'd']) s;
select is((select row(f.status, f.last_status, f.last_error, f.next_at, f.claimed_until) from finished('a', 200) f),
  row('delivered'::text, 200, null::text, null::timestamptz, null::timestamptz), '2xx is delivered');
select ok((select d.ended_at is not null from rowlock.delivery d where d.subject_id = 'a'), 'and has ended');
select is((finished('b', 299)).status, 'delivered', 'whatever 2xx');
select is((select row(f.status, f.last_status, f.last_error, f.attempts, f.claimed_until) from finished('c', s.status) f), row('pending'::text, s.status, 'status'::text, 1, null::timestamptz),
  s.status || ' is tried again')
from (values (300)) s (status);
select again('c', 1);
select is((finished('c', 503)).last_status, 503, 'what counts is the last answer');
select is((select row(f.status, f.last_status, f.last_error) from finished('d', null, 'timeout') f), row('pending'::text, null::integer, 'timeout'::text), 'no answer is told in a word');
select is_empty($$select from finished('d', 200) f where f.id is not null$$, 'what is not claimed any more is not finished');
select is_empty($$select from finished('a', 500) f where f.id is not null$$, 'nor is what has ended');
select again('d', 2);
update rowlock.delivery d set claim_no = 2 where d.subject_id = 'd';
select is_empty($$select from finished('d', 200) f where f.id is not null$$, 'nor by whoever had an earlier claim');
select is((finished('d', 200, claim_no => 2)).status, 'delivered', 'but by who has it now');
select is_empty($$select rowlock.delivery_finish(id => md5('no')::uuid, claim_no => 1, status => 200)$$, 'what is gone is gone');

-- The back-off
create function waits(n integer) returns interval language sql as $$
  select again('c', waits.n);
  select (finished('c', 500)).next_at - clock_timestamp();
$$;
select ok(waits(1) between interval '3.9 seconds' and interval '6.1 seconds', 'the second attempt comes after five seconds');
select ok(waits(2) between interval '7.9 seconds' and interval '12.1 seconds', 'then after twice as long');
select ok(waits(10) between interval '34 minutes' and interval '52 minutes', 'and so on');
select ok(waits(n) between interval '95 minutes' and interval '145 minutes', 'up to two hours') from unnest(array[12, 30, 2000000]) n;
select again('c', 20, interval '20 hours');
select is((finished('c', 500)).status, 'pending', 'for a day from the first attempt');
select again('c', 21, interval '23 hours 59 minutes');
select is((select row(f.status, f.next_at, f.last_status) from finished('c', 500) f), row('dead'::text, null::timestamptz, 500), 'then it is dead');

-- The next one of the subject
select taken('s'), taken('s'), taken('s');
select is((went('mine'))[5:], array['s pending*', 's pending', 's pending'], 'those of a subject wait');
select finished('s', 500);
select is((went('mine'))[5:], array['s pending*', 's pending', 's pending'], 'while the first is tried');
select again('s', 1) from rowlock.delivery d where d.subject_id = 'none';
update rowlock.delivery d set claimed_until = d.next_at where d.subject_id = 's' and d.next_at is not null;
select finished('s', 204);
select is((went('mine'))[5:], array['s delivered', 's pending*', 's pending'], 'when it has ended the next one goes');

select refused($$select rowlock.delivery_finish(id => md5('no')::uuid, claim_no => 1, error => repeat('e', 201))$$, 'PT400', 'argument_invalid', 'too_long', 'an essay is refused', 'error');
select login('tap_user', 'user', who('chief'));
select refused($$select as_login('tap_user', 'select rowlock.delivery_finish(id => gen_random_uuid(), claim_no => 1)')$$, '42501', null, null, 'only the service finishes');
select is((finished('c', 200)).id, null, 'what is dead stays so');

select * from finish();
rollback;
