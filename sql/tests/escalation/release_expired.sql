begin;
\ir ../_fixtures.psql
select plan(29);

select ask(n) from unnest(array['lapsed', 'second', 'live', 'free', 'due']) n;
select ask('other', role => 'engineer'), ask('routed', assigned_to => who('worker'));
select hold(n, 'worker') from unnest(array['lapsed', 'second', 'live', 'due']) n;
select hold('other', 'engineer');
select lapse('lapsed'), lapse('second'), lapse('due'), lapse('other'), due('due');
update rowlock.escalation set assigned_until = assigned_until - interval '1 hour' where id = esc('second');

select is(rowlock.escalation_release_expired(max_rows => 1, actor => who('lead')), 1, 'at most max_rows are cleared in a call');
select is((state_of('second')).assigned_to, null, 'the longest lapsed goes first');
select is(rowlock.escalation_release_expired(actor => who('lead')), 1, 'the rest is cleared in the next');
select is(rowlock.escalation_release_expired(actor => who('lead')), 0, 'nothing is left to clear');
select is(
  (select array[e.assigned_to::text, e.assigned_until::text, e.claimed_at::text] from state_of('lapsed') e),
  array[null, null, null]::text[], 'the fields of the claim are cleared');
select is((state_of('lapsed')).last_holder, who('worker'), 'the last holder is kept');
select is((state_of('lapsed')).claim_no, 1, 'the number is kept');
select is((state_of('lapsed')).version, 3, 'clearing is a transition');
select is(events_of('lapsed'), '{created,claimed,released}', 'a cleared claim is journaled as released');
select is((last_event('lapsed')).payload ->> 'reason', 'lapsed', 'the event tells that it had lapsed');
select is((last_event('lapsed')).assigned_to, who('worker'), 'the event concerns the former holder');
select is((last_event('lapsed')).actor, who('lead'), 'the event tells who swept');
select ok((state_of('live')).assigned_to is not null, 'a live claim is left alone');
select is((state_of('routed')).assigned_to, who('worker'), 'a pre-assigned row is left alone');
select ok((state_of('due')).assigned_to is not null, 'a row past its deadline is left to the other sweep');
select ok((state_of('other')).assigned_to is not null, 'an admin sweeps the own roles only');

-- It changes no outcome
select refused($$select rowlock.escalation_resolve(id => esc('lapsed'), resolver_payload => '{}', actor => who('worker'))$$,
  'PT409', 'escalation_claim_lapsed', 'claim_lapsed', 'to the last holder a swept claim is still a lapsed one');
select lives_ok($$select rowlock.escalation_resolve(id => esc('second'), resolver_payload => '{}', actor => who('worker_two'))$$,
  'somebody else answers a swept row');
select hold('lapsed', 'worker');
select lives_ok($$select rowlock.escalation_resolve(id => esc('lapsed'), resolver_payload => '{}', actor => who('worker'))$$,
  'the last holder answers it after claiming again');

-- Who may
select is(rowlock.escalation_release_expired(role => 'reviewer', actor => who('chief')), 0, 'a role narrows a global sweep');
select is(rowlock.escalation_release_expired(role => 'nowhere', actor => who('chief')), 0, 'an unknown role has nothing to sweep');
select is(rowlock.escalation_release_expired(actor => who('chief')), 1, 'a global caller sweeps every role');
select refused($$select rowlock.escalation_release_expired(actor => who('worker'))$$,
  'PT403', 'role_admin', 'not_admin', 'a member may not sweep');
select refused($$select rowlock.escalation_release_expired(role => 'engineer', actor => who('lead'))$$,
  'PT403', 'role_admin', 'not_admin', 'an admin may not sweep another role');
select refused($$select rowlock.escalation_release_expired(actor => who('nobody'))$$,
  'PT403', 'role_admin', 'not_admin', 'who is in no role may not sweep');
select refused(format($$select rowlock.escalation_release_expired(max_rows => %s, actor => who('lead'))$$, n),
  'PT400', 'argument_invalid', 'out_of_range', format('max_rows of %s is refused', n), 'max_rows')
from unnest(array[0, 10001]) n;
select refused($$select rowlock.escalation_release_expired(max_rows => null, actor => who('lead'))$$,
  'PT400', 'argument_invalid', 'missing', 'no max_rows is refused', 'max_rows');
select refused($$select rowlock.escalation_release_expired(actor => who('suspended'))$$,
  'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
