begin;
\ir ../_fixtures.psql
select plan(12);

select (t).ticket, (t).expires_at from rowlock.event_ticket_create(actor => who('worker')) t \gset
select matches(:'ticket'::text, '^rt_[0-9a-f]{64}$', 'a ticket is a prefix and 256 bits');
select ok(:'expires_at'::timestamptz between clock_timestamp() + interval '30 seconds' and clock_timestamp() + interval '60 seconds', 'it may be used for a minute');
select is((select row(t.user_id, t.key_prefix, t.ends_at, t.expires_at) from rowlock.event_ticket t where t.ticket_sha256 = sha256(convert_to(:'ticket', 'UTF8'))),
  row(who('worker'), null::text, null::timestamptz, :'expires_at'::timestamptz), 'it is kept as its digest, with the account');
select is_empty(format('select from rowlock.event_ticket t where t::text like %L', '%' || substr(:'ticket', 4) || '%'), 'and nowhere as itself');
select isnt((rowlock.event_ticket_create(actor => who('worker'))).ticket, :'ticket'::text, 'the next is another');
select rowlock.event_ticket_create(key_prefix => 'p', ends_at => '2100-01-01Z', actor => who('robot'));
select is((select row(t.key_prefix, t.ends_at) from rowlock.event_ticket t where t.user_id = who('robot')), row('p'::text, '2100-01-01Z'::timestamptz),
  'it remembers the key and the end of the session');

-- Old tickets go by themselves
update rowlock.event_ticket set expires_at = clock_timestamp() - interval '1 second';
select lives_ok($$select rowlock.event_ticket_create(actor => who('worker'))$$, 'a ticket is made beside old ones');
select is((select count(*) from rowlock.event_ticket), 1::bigint, 'and takes them away');

select refused($$select rowlock.event_ticket_create(actor => who('suspended'))$$, 'PT401', 'actor_active', 'not_active', 'a suspended account gets none');
select refused($$select rowlock.event_ticket_create()$$, 'PT401', 'actor_known', 'no_actor', 'nor does nobody');
select login('tap_user', 'user', who('chief'));
select refused($$select as_login('tap_user', 'select rowlock.event_ticket_create()')$$, '42501', null, null, 'only the service makes tickets');
select is((rowlock.event_ticket_create_answer(result => row('rt_x', '2026-01-01Z')::rowlock.event_ticket_issued)).body,
  '{"ticket": "rt_x", "expires_at": "2026-01-01T00:00:00.000000Z"}', 'HTTP answers the ticket and its end');

select * from finish();
rollback;
