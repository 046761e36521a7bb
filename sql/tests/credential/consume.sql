begin;
\ir ../_fixtures.psql
select plan(27);

-- kept(n, …): a credential under a token that ends in n. tok(n): that token. use(n, by, ref): consumed; the uses left.
create function tok(n integer) returns uuid language sql immutable as $$ select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid; $$;
create function kept(n integer, max_uses integer default 1, bind_on_use boolean default false) returns void language sql as $$
  select rowlock.credential_store(token => tok(n), value => convert_to(repeat('c', 40), 'UTF8'), key_id => 'k1', label => 'pin',
    max_uses => kept.max_uses, bind_on_use => kept.bind_on_use, actor => who('worker'));
$$;
create function use(n integer, by text default 'nobody', ref text default null) returns integer language sql as $$
  select (rowlock.credential_consume(token => tok(n), ref => use.ref, actor => who(use.by))).uses_left;
$$;
create function unusable(n integer, state text, code text, reason text, label text, by text default 'nobody', ref text default null) returns text language sql as $$
  select refused(format('select use(%s, %L, %L)', n, by, unusable.ref), state, code, reason, label);
$$;

-- Once
select kept(1);
select is((select row(c.token, c.label, c.key_id, c.value, c.uses_left) from rowlock.credential_consume(token => tok(1), actor => who('nobody')) c),
  row(tok(1), 'pin'::text, 'k1'::text, convert_to(repeat('c', 40), 'UTF8'), 0), 'the bearer of a token gets the ciphertext and what decrypts it');
select unusable(1, 'PT409', 'credential_used', 'used', 'a second time it is refused');
select unusable(1, 'PT409', 'credential_used', 'used', 'whoever asks', 'worker');
select unusable(1, 'PT409', 'credential_used', 'used', 'and whatever for', 'nobody', 'r');

-- A number of times, any number of times
select kept(2, 3);
select is(array[use(2), use(2, 'worker'), use(2, 'nobody', 'r')], array[2, 1, 0], 'each use is counted, by whomever');
select unusable(2, 'PT409', 'credential_used', 'used', 'and there is no fourth of three');
select kept(3, 0);
select is(array[use(3), use(3), use(3)], array[null, null, null]::integer[], 'zero is any number');
select is((select c.use_count from rowlock.ephemeral_credential c where c.token = tok(3)), 3, 'counted all the same');

-- Bound to who comes first
select kept(4, 1, true);
select is(array[use(4, 'nobody', 'run-7'), use(4, 'nobody', 'run-7'), use(4, 'worker', 'run-7')], array[0, 0, 0], 'repeats by the ref of the first use are free');
select is((select row(c.use_count, c.bound_ref) from rowlock.ephemeral_credential c where c.token = tok(4)), row(1, 'run-7'::text), 'and count once');
select unusable(4, 'PT409', 'credential_bound', 'bound', 'another ref is refused', 'nobody', 'run-8');
select unusable(4, 'PT409', 'credential_bound', 'bound', 'so is none', 'nobody');
select kept(5, 5, true);
select is(array[use(5, 'nobody', 'a'), use(5, 'nobody', 'a')], array[4, 4], 'one that is bound spends one use of many');
select unusable(5, 'PT409', 'credential_bound', 'bound', 'and what is left is nobody else''s', 'nobody', 'b');
select kept(6, 1, true);
select is(array[use(6, 'nobody'), use(6, 'nobody')], array[0, 0], 'without a ref it is bound to the account');
select unusable(6, 'PT409', 'credential_bound', 'bound', 'and refused to others', 'worker');
select refused(format($$select rowlock.credential_consume(token => tok(6), ref => 'account:%s', actor => who('worker'))$$, who('nobody')),
  'PT400', 'argument_invalid', 'reserved', 'who cannot pass for it', 'ref');

-- What is not there
select unusable(9, 'PT404', 'credential_exists', 'not_found', 'an unknown token is not found');
select kept(7);
update rowlock.ephemeral_credential c set created_at = now() - interval '1 hour', expires_at = clock_timestamp() where c.token = tok(7);
select unusable(7, 'PT404', 'credential_exists', 'not_found', 'nor is one that has expired');
select kept(8, 1, true);
select use(8, 'nobody', 'a');
update rowlock.ephemeral_credential c set created_at = now() - interval '1 hour', expires_at = clock_timestamp() where c.token = tok(8);
select unusable(8, 'PT404', 'credential_exists', 'not_found', 'not by its own ref either', 'nobody', 'a');
select refused($$select rowlock.credential_consume(token => null, actor => who('nobody'))$$, 'PT400', 'argument_invalid', 'missing', 'a token is required', 'token');
select refused($$select rowlock.credential_consume(token => tok(3), ref => '', actor => who('nobody'))$$, 'PT400', 'argument_invalid', 'missing', 'an empty ref is none', 'ref');
select refused($$select rowlock.credential_consume(token => tok(3), ref => repeat('r', 201), actor => who('nobody'))$$, 'PT400', 'argument_invalid', 'too_long', 'a ref has a length', 'ref');
select refused($$select rowlock.credential_consume(token => tok(3), actor => who('suspended'))$$, 'PT401', 'actor_active', 'not_active', 'a suspended account gets nothing');
select refused($$select rowlock.credential_consume(token => tok(3))$$, 'PT401', 'actor_known', 'no_actor', 'nor does nobody');

-- Refusals name neither token nor ref: their details reach the log
create function told(n integer, ref text) returns text language plpgsql as $$
declare v_detail text; v_hint text;
begin
  perform use(n, 'nobody', told.ref);
  return 'not refused';
exception when others then
  get stacked diagnostics v_detail = pg_exception_detail, v_hint = pg_exception_hint;
  return v_detail || v_hint || sqlerrm;
end;
$$;
select is((select count(*) from (values (told(4, 'run-8')), (told(1, null)), (told(9, null))) t (said) where t.said ~ 'run-7|00000000|account'), 0::bigint,
  'a refusal tells neither the token nor whom it is bound to');
select login('tap_user', 'user', who('nobody'));
select kept(10);
select is(as_login('tap_user', $$select convert_from((rowlock.credential_consume(token => '00000000-0000-4000-8000-000000000010')).value, 'UTF8')$$), repeat('c', 40),
  'a login exchanges tokens for ciphertext');

select * from finish();
rollback;
