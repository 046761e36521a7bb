begin;
\ir ../_fixtures.psql
select plan(19);

select ask(n) from unnest(array['first', 'second', 'held', 'open', 'later']) n;
select hold('held', 'worker');
select due('first'), due('second'), due('held');
update rowlock.escalation set expires_at = expires_at - interval '10 minutes' where description = 'first';
update rowlock.escalation set expires_at = clock_timestamp() + interval '1 hour' where description = 'later';
update rowlock.escalation set signal_key = 'k', on_timeout = '{"default": "no"}' where description = 'second';

select is(rowlock.escalation_expire(max_rows => 1), 1, 'at most max_rows are stamped in a call');
select is((state_of('first')).status, 'expired', 'the longest due comes first');
select is(rowlock.escalation_expire(), 2, 'the next call stamps the rest');
select is(rowlock.escalation_expire(), 0, 'a call that finds nothing stamps nothing');
select is((state_of('first')).ended_at, (state_of('first')).expires_at, 'the deadline ended it, not the sweep');
select is((state_of('first')).version, 2, 'expiring is a transition');
select is((state_of('held')).status, 'expired', 'a claim does not save a row from its deadline');
select is((state_of('held')).assigned_to, who('worker'), 'the claim stays for the audit');
select is(
  (select array[e.resolved_by::text, e.resolver_payload::text, e.resolved_at::text] from state_of('second') e), array[null, null, null]::text[],
  'an expired row never looks like an answer');
select is((state_of('open')).status, 'pending', 'a row without a deadline is left alone');
select is((state_of('later')).status, 'pending', 'a row before its deadline is left alone');
select is(events_of('second'), '{created,expired}', 'expiring is journaled, once');
select is((last_event('second')).payload, '{"signal_key": "k"}', 'the event tells whose wait is over');
select is((last_event('second')).actor, null, 'the event has no actor: the clock did it');
select is((last_event('second')).occurred_at, (state_of('second')).expires_at, 'the event happened at the deadline');
select refused(format($$select rowlock.escalation_expire(max_rows => %s)$$, n), 'PT400', 'argument_invalid', 'out_of_range',
  format('max_rows of %s is refused', n), 'max_rows') from unnest(array[0, 10001]) n;
select refused($$select rowlock.escalation_expire(max_rows => null)$$, 'PT400', 'argument_invalid', 'missing', 'no max_rows is refused', 'max_rows');

select login('tap_user', 'user', who('chief'));
select refused($$select as_login('tap_user', 'select rowlock.escalation_expire()')$$, '42501', null, null, 'only the service sweeps');

select * from finish();
rollback;
