begin;
\ir ../_fixtures.psql
select plan(11);

create function tok(n integer) returns uuid language sql immutable as $$ select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid; $$;
select rowlock.credential_store(token => tok(1), value => convert_to(repeat('c', 40), 'UTF8'), key_id => 'k1', label => 'pin', bind_on_use => true, actor => who('worker'));
create function seen() returns record language sql as $$
  select row(c.label, c.max_uses, c.use_count, c.is_bound) from rowlock.credential_peek(token => tok(1), actor => who('nobody')) c;
$$;

select is(seen(), row('pin'::text, 1, 0, false), 'the bearer of a token sees what it stands for');
select is(seen(), row('pin'::text, 1, 0, false), 'as often as he likes');
select is((select row(c.use_count, c.bound_ref) from rowlock.ephemeral_credential c), row(0, null::text), 'and spends nothing');
select hasnt_column('rowlock', 'credential_info', 'value', 'the value is not told');
select hasnt_column('rowlock', 'credential_info', 'bound_ref', 'nor whom it is bound to');
select rowlock.credential_consume(token => tok(1), ref => 'r', actor => who('nobody'));
select is(seen(), row('pin'::text, 1, 1, true), 'one that is used up can be looked at');
select refused($$select rowlock.credential_peek(token => tok(2), actor => who('worker'))$$, 'PT404', 'credential_exists', 'not_found', 'an unknown one cannot');
select refused($$select rowlock.credential_peek(token => null, actor => who('worker'))$$, 'PT400', 'argument_invalid', 'missing', 'a token is required', 'token');
select refused($$select rowlock.credential_peek(token => tok(1), actor => who('suspended'))$$, 'PT401', 'actor_active', 'not_active', 'a suspended account sees none');
select login('tap_user', 'user', who('nobody'));
select is(as_login('tap_user', $$select (rowlock.credential_peek(token => '00000000-0000-4000-8000-000000000001')).label$$), 'pin', 'a login looks too');
update rowlock.ephemeral_credential c set created_at = now() - interval '1 hour', expires_at = clock_timestamp();
select refused($$select rowlock.credential_peek(token => tok(1), actor => who('worker'))$$, 'PT404', 'credential_exists', 'not_found', 'one that has expired is not there, purged or not');

select * from finish();
rollback;
