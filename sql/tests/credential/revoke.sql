begin;
\ir ../_fixtures.psql
select plan(12);

create function tok(n integer) returns uuid language sql immutable as $$ select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid; $$;
select rowlock.credential_store(token => tok(n), value => convert_to(repeat('c', 40), 'UTF8'), key_id => 'k1', actor => who('worker')) from generate_series(1, 5) n;
create function revoke(n integer, by text) returns uuid language sql as $$
  select (rowlock.credential_revoke(token => tok(n), actor => who(revoke.by))).token;
$$;

select refused(format('select revoke(1, %L)', p), 'PT403', 'credential_owner', 'not_owner', format('%s has the token and may not revoke it', p))
from unnest(array['nobody', 'worker_two', 'lead']) p;
select is(revoke(1, 'worker'), tok(1), 'who stored it revokes it');
select is(revoke(2, 'chief'), tok(2), 'so does a superadmin');
select is(revoke(3, 'chief_two'), tok(3), 'and any global account');
select is((select count(*) from rowlock.ephemeral_credential), 2::bigint, 'nothing is left of them');
select refused($$select revoke(1, 'worker')$$, 'PT404', 'credential_exists', 'not_found', 'a second time it is not there');
select refused($$select rowlock.credential_consume(token => tok(1), actor => who('worker'))$$, 'PT404', 'credential_exists', 'not_found', 'and cannot be consumed');
select rowlock.credential_consume(token => tok(4), actor => who('nobody'));
select is(revoke(4, 'worker'), tok(4), 'one that is used up can be revoked');
select refused($$select rowlock.credential_revoke(token => null, actor => who('worker'))$$, 'PT400', 'argument_invalid', 'missing', 'a token is required', 'token');
update rowlock.ephemeral_credential c set created_at = now() - interval '1 hour', expires_at = clock_timestamp();
select refused($$select revoke(5, 'worker')$$, 'PT404', 'credential_exists', 'not_found', 'one that has expired is gone already');

select * from finish();
rollback;
