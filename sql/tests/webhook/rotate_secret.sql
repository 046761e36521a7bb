begin;
\ir ../_fixtures.psql
select plan(16);

select hook('mine', 'worker') as mine \gset
create function rotated(n text, overlap interval default '1 day', by text default 'worker', bytes integer default 40) returns rowlock.webhook language sql as $$
  select w from rowlock.webhook_rotate_secret(
    id => (hook_of('mine')).id, secret_id => md5(rotated.n)::uuid, sealed_secret => convert_to(repeat('s', rotated.bytes), 'UTF8'), key_id => 'k2',
    overlap => rotated.overlap, actor => who(rotated.by)) w;
$$;
-- live(): the keys of the secrets that sign now, the current one first.
create function live() returns text[] language sql as $$
  select array(select case when s ->> 'id' = md5('two')::uuid::text then 'two' when s ->> 'id' = md5('three')::uuid::text then 'three' else s ->> 'key_id' end
  from jsonb_array_elements(rowlock._webhook_secrets(webhook_id => (hook_of('mine')).id, at => clock_timestamp())) s);
$$;
select is(live(), '{k1}'::text[], 'a webhook begins with one secret');
select is((rotated('two')).version, 2, 'a rotation is a change');
select is(live(), '{two,k1}'::text[], 'the new one signs, and the one before goes on');
select ok((select s.expires_at between clock_timestamp() + interval '23 hours' and clock_timestamp() + interval '1 day'
  from rowlock.webhook_secret s where s.key_id = 'k1'), 'for a day');
select ok((rowlock.webhook_rotate_secret_answer(result => hook_of('mine'))).body #>> '{webhook,old_secret_until}' ~ 'Z$', 'which the record says');
select rotated('three', overlap => '1 hour');
select is(live(), '{three,two}'::text[], 'two are live at most');
select is((select count(*) from rowlock.webhook_secret s), 2::bigint, 'the first is gone');
update rowlock.webhook_secret s set expires_at = clock_timestamp() where s.expires_at is not null;
select is(live(), '{three}'::text[], 'an old one ends by itself');
select rotated('four', overlap => '0');
select is(cardinality(live()), 1, 'without an overlap at once');
select is((rotated('five', by => 'chief')).owner_id, who('worker'), 'a global account rotates too');
select refused($$select rotated('six', overlap => '31 days')$$, 'PT400', 'argument_invalid', 'not_in_range', 'an overlap too long is refused', 'overlap');
select refused($$select rotated('six', overlap => '-1 day')$$, 'PT400', 'argument_invalid', 'not_in_range', 'or a negative one', 'overlap');
select refused($$select rotated('six', overlap => null)$$, 'PT400', 'argument_invalid', 'missing', 'or none', 'overlap');
select refused($$select rotated('five')$$, 'PT409', 'webhook_secret_taken', 'taken', 'an id of a secret is used once');
select refused($$select rotated('six', by => 'lead')$$, 'PT404', 'webhook_exists', 'not_found', 'to somebody else it is not there');
select refused($$select rotated('six', by => 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
