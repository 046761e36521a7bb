begin;
\ir ../_fixtures.psql
select plan(27);

-- store(…): what a caller stores; sealed: 28 bytes, as many as an empty secret is encrypted to.
create function sealed(bytes integer default 28) returns bytea language sql as $$ select convert_to(repeat('c', bytes), 'UTF8'); $$;

select is((select row(c.label, c.key_id, c.max_uses, c.use_count, c.bind_on_use, c.is_bound, c.created_by)
  from rowlock.credential_store(token => '00000000-0000-4000-8000-000000000001', value => sealed(), key_id => 'k1', actor => who('nobody')) c),
  row(''::text, 'k1'::text, 1, 0, false, false, who('nobody')), 'whoever has an account stores; one use is what it is stored for');
select is((select c.value from rowlock.ephemeral_credential c), sealed(), 'the ciphertext is kept as it is');
select ok((select c.expires_at between clock_timestamp() + interval '14 minutes' and clock_timestamp() + interval '15 minutes' from rowlock.ephemeral_credential c), 'for fifteen minutes');
select is((select row(c.label, c.max_uses, c.bind_on_use, c.expires_at - c.created_at) from rowlock.credential_store(
  token => '00000000-0000-4000-8000-000000000002', value => sealed(65536), key_id => 'k1', label => 'pin', max_uses => 0,
  ttl_seconds => 604800, bind_on_use => true, actor => who('worker')) c), row('pin'::text, 0, true, interval '7 days'), 'or as it is told, a week at most');

select refused($$select rowlock.credential_store(token => '00000000-0000-4000-8000-000000000001', value => sealed(), key_id => 'k', actor => who('chief'))$$,
  'PT409', 'credential_taken', 'taken', 'a token is used once');
select is((select c.key_id from rowlock.ephemeral_credential c where c.token = '00000000-0000-4000-8000-000000000001'), 'k1', 'and what it stood for stays');

select refused(format('select rowlock.credential_store(%s, actor => who(%L))', a.given, 'worker'), 'PT400', 'argument_invalid', a.reason, a.given || ' is refused', a.field)
from (values
  ($$token => null, value => sealed(), key_id => 'k'$$, 'missing', 'token'),
  ($$token => gen_random_uuid(), value => null, key_id => 'k'$$, 'missing', 'value'),
  ($$token => gen_random_uuid(), value => sealed(27), key_id => 'k'$$, 'out_of_range', 'value'),
  ($$token => gen_random_uuid(), value => sealed(65537), key_id => 'k'$$, 'out_of_range', 'value'),
  ($$token => gen_random_uuid(), value => sealed(), key_id => ''$$, 'missing', 'key_id'),
  ($$token => gen_random_uuid(), value => sealed(), key_id => null$$, 'missing', 'key_id'),
  ($$token => gen_random_uuid(), value => sealed(), key_id => repeat('k', 201)$$, 'too_long', 'key_id'),
  ($$token => gen_random_uuid(), value => sealed(), key_id => 'k', label => repeat('l', 201)$$, 'too_long', 'label'),
  ($$token => gen_random_uuid(), value => sealed(), key_id => 'k', max_uses => -1$$, 'out_of_range', 'max_uses'),
  ($$token => gen_random_uuid(), value => sealed(), key_id => 'k', max_uses => null$$, 'missing', 'max_uses'),
  ($$token => gen_random_uuid(), value => sealed(), key_id => 'k', max_uses => 1000001$$, 'out_of_range', 'max_uses'),
  ($$token => gen_random_uuid(), value => sealed(), key_id => 'k', ttl_seconds => 0$$, 'out_of_range', 'ttl_seconds'),
  ($$token => gen_random_uuid(), value => sealed(), key_id => 'k', ttl_seconds => 604801$$, 'out_of_range', 'ttl_seconds'),
  ($$token => gen_random_uuid(), value => sealed(), key_id => 'k', ttl_seconds => null$$, 'missing', 'ttl_seconds'),
  ($$token => gen_random_uuid(), value => sealed(), key_id => 'k', bind_on_use => null$$, 'missing', 'bind_on_use')
) a (given, reason, field);
select is((select count(*) from rowlock.ephemeral_credential), 2::bigint, 'nothing of a refused one is kept');
select is_empty($$select from rowlock.event v where v.subject_type = 'credential'$$, 'the journal knows no credential');

-- Who
select refused($$select rowlock.credential_store(token => gen_random_uuid(), value => sealed(), key_id => 'k', actor => who('suspended'))$$,
  'PT401', 'actor_active', 'not_active', 'a suspended account stores nothing');
select refused($$select rowlock.credential_store(token => gen_random_uuid(), value => sealed(), key_id => 'k')$$, 'PT401', 'actor_known', 'no_actor', 'nor does nobody');
select login('tap_user', 'user', who('worker')), login('tap_stranger');
select is(as_login('tap_user', $$select (rowlock.credential_store(token => gen_random_uuid(), value => repeat('c', 40)::bytea, key_id => 'own')).created_by$$),
  who('worker')::text, 'a login stores what it encrypted with a key of its own');
select refused($$select as_login('tap_stranger', 'select rowlock.credential_store(token => gen_random_uuid(), value => repeat(''c'', 40)::bytea, key_id => ''own'')')$$,
  '42501', null, null, 'a login without an account does not');

select * from finish();
rollback;
