begin;
\ir ../_fixtures.psql
select plan(23);

-- attempt(name, address): the ticket of one attempt.
create function attempt(name text, address text default '192.0.2.1') returns rowlock.login_attempt_ticket language sql as $$
  select rowlock.login_attempt_start(external_id => attempt.name, address => attempt.address);
$$;

select is((attempt('worker')).user_id, who('worker'), 'an account with a password may try');
select is((attempt('worker')).password_hash, '$argon2id$w', 'the hash to compare with comes along');
select is((select row(t.user_id, t.password_hash)::text from attempt(n) t), '(,)', format('for %s there is nothing to compare with', label))
from (values ('unknown', 'an unknown name'), ('suspended', 'a suspended account'), ('robot', 'a bot'), ('lead', 'an account without a password')) v (n, label);
select isnt((attempt('unknown')).attempt_id, null, 'an attempt at an unknown name is counted all the same');
select is((select count(*) from rowlock.login_attempt a where not a.succeeded), 7::bigint, 'each attempt counts as a failure until it is finished');

-- Ten a name
delete from rowlock.login_attempt;
select attempt('worker', 'a' || n) from generate_series(1, 10) n;
select refused($$select attempt('worker', 'elsewhere')$$, 'PT429', 'login_rate', 'too_many', 'the eleventh failure of a name is refused, from wherever');
select isnt((attempt('lead', 'a1')).attempt_id, null, 'another name may still try');
update rowlock.login_attempt set succeeded = true where id = (select min(a.id) from rowlock.login_attempt a);
select isnt((attempt('worker')).attempt_id, null, 'a success does not count');
select refused($$select attempt('worker')$$, 'PT429', 'login_rate', 'too_many', 'the next failure does');
update rowlock.login_attempt set attempted_at = clock_timestamp() - interval '15 minutes 1 second';
select isnt((attempt('worker')).attempt_id, null, 'after a quarter of an hour it may try again');
select is((select count(*) from rowlock.login_attempt), 1::bigint, 'old attempts are removed');

-- A hundred an address
select attempt('name' || n, 'one') from generate_series(1, 100) n;
select refused($$select attempt('other', 'one')$$, 'PT429', 'login_rate', 'too_many', 'the hundred and first failure of an address is refused');
select isnt((attempt('other', 'two')).attempt_id, null, 'another address may still try');

select refused(format($$select attempt(%L, %L)$$, n, a), 'PT400', 'argument_invalid', r, format('%s: %s', f, r), f)
from (values ('', 'a', 'missing', 'external_id'), (null, 'a', 'missing', 'external_id'), ('n', '', 'missing', 'address'),
  ('n', null, 'missing', 'address'), (repeat('x', 201), 'a', 'too_long', 'external_id'), ('n', repeat('x', 201), 'too_long', 'address')) v (n, a, r, f);
select login('tap_user', 'user', who('chief'));
select refused($$select as_login('tap_user', 'select rowlock.login_attempt_start(external_id => ''worker'', address => ''x'')')$$,
  '42501', null, null, 'only the service may see hashes');

select * from finish();
rollback;
