begin;
\ir ../_fixtures.psql
select plan(28);

-- told(name, subjects…): so many events, made deliveries. claimed(…): the subjects that a claim takes, in order.
create function told(variadic subjects text[]) returns void language sql as $$
  select happened('escalation.created', 'reviewer', subject => s.name) from unnest(subjects) s (name);
  select rowlock.delivery_enqueue();
$$;
create function claimed(max_rows integer default 100, max_each integer default 4) returns text[] language sql as $$
  select array_agg(h.description || ' ' || d.subject_id)
  from rowlock.delivery_claim(max_rows => claimed.max_rows, max_each => claimed.max_each) c
  join rowlock.delivery d on d.id = c.delivery_id join rowlock.webhook h on h.id = d.webhook_id;
$$;
create function lapsed() returns void language sql as $$
  update rowlock.delivery d set (claimed_until, next_at) = (select c.at, c.at from (select clock_timestamp() as at offset 0) c) where d.claimed_until is not null;
$$;
select is_empty('select from rowlock.delivery_claim()', 'where nothing is due nothing is claimed');
select hook('mine', 'worker') as mine \gset
select told('a', 'a', 'b');
create temp table c as select c.* from rowlock.delivery_claim() c;
select is((select count(*) from c), 2::bigint, 'of each subject the first is claimed');
select is((select row(c.claim_no, c.webhook_id, c.url) from c limit 1), row(1, :'mine'::uuid, 'https://example.org/'::text), 'with where it goes');
select is((select c.body::jsonb from c join rowlock.delivery d on d.id = c.delivery_id where d.subject_id = 'a'),
  (rowlock.event_since(after => 0, actor => who('chief'))).events -> 0, 'the body is the event as pages show it');
select is((select c.secrets #>> '{0,value}' from c limit 1), encode(repeat('c', 28)::bytea, 'hex'), 'and with what signs it');
select is((select row(d.attempts, d.status, d.next_at = d.claimed_until, d.first_attempt_at = d.attempted_at) from rowlock.delivery d where d.subject_id = 'b'),
  row(1, 'pending'::text, true, true), 'the attempt is counted');
select ok((select d.claimed_until between clock_timestamp() + interval '30 seconds' and clock_timestamp() + interval '1 minute' from rowlock.delivery d where d.subject_id = 'b'),
  'the claim holds for a minute');
select is(claimed(), null, 'meanwhile nobody else has it');
select lapsed();
select is(claimed(), '{"mine a","mine b"}'::text[], 'a claim that lapsed is taken again');
select is((select row(d.attempts, d.claim_no) from rowlock.delivery d where d.subject_id = 'b'), row(2, 2), 'which counts');
select is((select array_agg(x.id order by x.id) from (select d.id from rowlock.delivery d where d.attempts = 2) x), (select array_agg(c.delivery_id order by c.delivery_id) from c),
  'under the same id');

-- How many at a time
delete from rowlock.delivery;
select told('a', 'b', 'c', 'd', 'e', 'f');
select is(claimed(max_rows => 1), '{"mine a"}'::text[], 'as many as are asked for');
select is(claimed(), '{"mine b","mine c","mine d"}'::text[], 'four of a webhook at a time');
select hook('other', 'lead');
select told('x');
select is(claimed(), '{"other x"}'::text[], 'however busy it is, another is served');
select lapsed();
select is(claimed(max_each => 100, max_rows => 3), '{"mine e","mine f","mine x"}'::text[], 'the longest due first');

-- Scope, as it is now
delete from rowlock.delivery;
select told('a', 'a', 'b');
update rowlock.user_account u set status = 'suspended' where u.external_id = 'worker';
select is(claimed(), '{"other a","other b"}'::text[], 'nothing goes out for an account that is suspended');
update rowlock.user_account u set status = 'active' where u.external_id = 'worker';
update rowlock.membership m set role = 'engineer' where m.user_id = who('worker');
select is(claimed(), null, 'nor what its owner may not read any more');
select is(went('mine'), '{"a dead","a pending*","b dead"}'::text[], 'that is dead, and the next one is looked at');
select claimed();
select is(went('mine'), '{"a dead","a dead","b dead"}'::text[], 'to the last');
select is((select distinct d.last_error from rowlock.delivery d where d.status = 'dead'), 'not_readable', 'it says why');
update rowlock.membership m set role = 'reviewer' where m.user_id = who('worker');
select is((rowlock.delivery_replay_many(webhook_id => :'mine', actor => who('worker'))).replayed, 3::bigint, 'later it may be sent after all');
select set_config('rowlock.retention', 'on', true);
delete from rowlock.event v where v.subject_id = 'b';
select is(claimed(), '{"mine a"}'::text[], 'an event that retention removed is not sent');
select is((select d.last_error from rowlock.delivery d where d.status = 'dead'), 'purged', 'which is told too');

delete from rowlock.webhook;
select hook('all', 'chief_two', '{*}');
select happened('membership.changed', subject_type => 'user', subject => 'u'), rowlock.delivery_enqueue();
update rowlock.membership m set role = 'reviewer', type = 'member' where m.user_id = who('chief_two');
select claimed();
select is(went('all'), '{"u dead"}'::text[], 'an event without a role is not for who was global');

select refused(format('select rowlock.delivery_claim(%s => 0)', n), 'PT400', 'argument_invalid', 'out_of_range', n || ' is in bounds', n) from unnest('{max_rows,max_each}'::text[]) n;
select refused($$select rowlock.delivery_claim(max_rows => null)$$, 'PT400', 'argument_invalid', 'missing', 'and given', 'max_rows');
select login('tap_user', 'user', who('chief'));
select refused($$select as_login('tap_user', 'select rowlock.delivery_claim()')$$, '42501', null, null, 'only the service claims');

select * from finish();
rollback;
