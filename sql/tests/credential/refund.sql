begin;
\ir ../_fixtures.psql
select plan(18);

create function tok(n integer) returns uuid language sql immutable as $$ select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid; $$;
create function kept(n integer, max_uses integer default 1, bind_on_use boolean default false) returns void language sql as $$
  select rowlock.credential_store(token => tok(n), value => convert_to(repeat('c', 40), 'UTF8'), key_id => 'k1',
    max_uses => kept.max_uses, bind_on_use => kept.bind_on_use, actor => who('worker'));
$$;
create function use(n integer, by text default 'nobody', ref text default null) returns integer language sql as $$
  select (rowlock.credential_consume(token => tok(n), ref => use.ref, actor => who(use.by))).uses_left;
$$;
create function back(n integer, by text default 'nobody', ref text default null) returns integer language sql as $$
  select (rowlock.credential_refund(token => tok(n), ref => back.ref, actor => who(back.by))).use_count;
$$;

select kept(1);
select use(1);
select refused($$select back(1, 'worker')$$, 'PT409', 'credential_unused', 'unused', 'a use is given back by nobody else, the creator included');
select refused($$select back(1, 'chief')$$, 'PT409', 'credential_unused', 'unused', 'nor by an admin');
select is(back(1), 0, 'but by who made it');
select refused($$select back(1)$$, 'PT409', 'credential_unused', 'unused', 'once');
select is(use(1, 'worker'), 0, 'then it can be consumed again');
select refused($$select back(1)$$, 'PT409', 'credential_unused', 'unused', 'and the first has nothing to give back any more');

select kept(2, 3);
select use(2), use(2);
select is(back(2), 1, 'of several uses the last');
select refused($$select back(2)$$, 'PT409', 'credential_unused', 'unused', 'and not the ones before');
select kept(3, 0);
select use(3);
select is(back(3), 0, 'one without a limit counts back too');

-- Bound
select kept(4, 1, true);
select use(4, 'nobody', 'a');
select refused($$select back(4, 'nobody', 'b')$$, 'PT409', 'credential_bound', 'bound', 'another ref gives nothing back');
select use(4, 'worker', 'a');
select refused($$select back(4, 'worker', 'a')$$, 'PT409', 'credential_unused', 'unused', 'a free repeat is no use');
select is(back(4, 'nobody', 'a'), 0, 'the use that bound it can be given back');
select is(use(4, 'worker', 'b'), 0, 'and another may have it');
select kept(5, 1, true);
select use(5);
select is(back(5), 0, 'without a ref it is the account''s');

select refused($$select back(9)$$, 'PT404', 'credential_exists', 'not_found', 'an unknown one has no uses');
update rowlock.ephemeral_credential c set created_at = now() - interval '1 hour', expires_at = clock_timestamp() where c.token = tok(2);
select refused($$select back(2)$$, 'PT404', 'credential_exists', 'not_found', 'nor has one that has expired');
select refused($$select rowlock.credential_refund(token => null, actor => who('worker'))$$, 'PT400', 'argument_invalid', 'missing', 'a token is required', 'token');
select refused($$select rowlock.credential_refund(token => tok(1), actor => who('suspended'))$$, 'PT401', 'actor_active', 'not_active', 'a suspended account gives nothing back');

select * from finish();
rollback;
