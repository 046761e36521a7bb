begin;
\ir ../_fixtures.psql
select plan(31);

select ask(n) from unnest(array['held', 'again', 'lapsed', 'swept', 'free', 'theirs', 'due', 'done']) n;
select ask('routed', assigned_to => who('worker')), ask('for_own', assigned_to => who('own'));
select hold(n, 'worker') from unnest(array['held', 'again', 'lapsed', 'swept', 'due']) n;
select hold('theirs', 'worker_two'), hold('for_own', 'own');
select lapse('lapsed'), lapse('swept'), due('due');

-- Giving back
select is(
  (select r.assigned_to from rowlock.escalation_release(id => esc('held'), actor => who('worker')) r),
  null, 'a released row has no holder');
select is((state_of('held')).assigned_until, null, 'a released row has no window');
select is((state_of('held')).claimed_at, null, 'a released row has no start of a claim');
select is((state_of('held')).last_holder, null, 'who gave a row back is not its last holder');
select is((state_of('held')).claim_no, 1, 'the number of the claim stays with the row');
select is((state_of('held')).version, 3, 'a release is a transition');
select is(events_of('held'), '{created,claimed,released}', 'a release is journaled');
select is((last_event('held')).payload, '{"reason": "released", "claim_no": 1}', 'the event tells that it was given back');
select is((last_event('held')).assigned_to, who('worker'), 'the event concerns the former holder');
select hold('held', 'worker_two');
select is((state_of('held')).claim_no, 2, 'the next claim has the next number');
select is(
  (select r.assigned_to from rowlock.escalation_release(id => esc('lapsed'), actor => who('worker')) r),
  null, 'a lapsed holder may give the row back');
select lives_ok($$select rowlock.escalation_resolve(id => esc('lapsed'), resolver_payload => '{}', actor => who('worker'))$$,
  'who gave a lapsed row back answers it like anybody');
select is(
  (select r.status from rowlock.escalation_release(id => esc('again'), expected_claim_no => 1, actor => who('worker')) r),
  'pending', 'a live claim is released under its own number');

-- Not the actor's claim
select refused($$select rowlock.escalation_release(id => esc('theirs'), actor => who('worker'))$$,
  'PT409', 'escalation_not_held', 'not_held', 'another''s claim is not given back');
select refused($$select rowlock.escalation_release(id => esc('theirs'), actor => who('chief'))$$,
  'PT409', 'escalation_not_held', 'not_held', 'not even by a global caller');
select refused($$select rowlock.escalation_release(id => esc('free'), actor => who('worker'))$$,
  'PT409', 'escalation_not_held', 'not_held', 'a free row is not given back');
select refused($$select rowlock.escalation_release(id => esc('again'), actor => who('worker'))$$,
  'PT409', 'escalation_not_held', 'not_held', 'a released row is not released twice');
select refused($$select rowlock.escalation_release(id => esc('routed'), actor => who('worker'))$$,
  'PT409', 'escalation_not_held', 'not_held', 'a row that is only routed to the actor is not held');
select rowlock.escalation_release_expired(actor => who('lead'));
select refused($$select rowlock.escalation_release(id => esc('swept'), actor => who('worker'))$$,
  'PT409', 'escalation_not_held', 'not_held', 'a swept claim is not given back');
select is(events_of('theirs'), '{created,claimed}', 'a refused release leaves no event');

-- The fencing token
select hold('again', 'worker');
select refused($$select rowlock.escalation_release(id => esc('again'), expected_claim_no => 1, actor => who('worker'))$$,
  'PT409', 'escalation_stale_claim', 'stale_claim', 'the number of an earlier claim is refused');
select lapse('again');
select refused($$select rowlock.escalation_release(id => esc('again'), expected_claim_no => 2, actor => who('worker'))$$,
  'PT409', 'escalation_stale_claim', 'stale_claim', 'a lapsed claim is not live under any number');
select refused($$select rowlock.escalation_release(id => esc('theirs'), expected_claim_no => 1, actor => who('worker'))$$,
  'PT409', 'escalation_stale_claim', 'stale_claim', 'another''s number is refused');

-- Ended rows
select rowlock.escalation_resolve(id => esc('done'), resolver_payload => '{}', actor => who('worker'));
select refused($$select rowlock.escalation_release(id => esc('done'), actor => who('worker'))$$,
  'PT409', 'escalation_resolved', 'resolved', 'a resolved row is refused');
select refused($$select rowlock.escalation_release(id => esc('due'), actor => who('worker'))$$,
  'PT409', 'escalation_expired', 'expired', 'a row past its deadline is closed before any sweep');

-- Who may
select refused($$select rowlock.escalation_release(id => esc('for_own'), actor => who('own'))$$,
  'PT403', 'escalation_manage', 'manage_scope', 'releasing needs write scope on the whole role, also for an own claim');
select refused($$select rowlock.escalation_release(id => esc('done'), actor => who('auditor'))$$,
  'PT403', 'escalation_manage', 'manage_scope', 'scope is told before the status');
select refused($$select rowlock.escalation_release(id => esc('done'), actor => who('engineer'))$$,
  'PT404', 'escalation_exists', 'not_found', 'a hidden row does not exist');
select refused($$select rowlock.escalation_release(id => gen_random_uuid(), actor => who('worker'))$$,
  'PT404', 'escalation_exists', 'not_found', 'an unknown id does not exist');
select refused($$select rowlock.escalation_release(id => null, actor => who('worker'))$$,
  'PT400', 'argument_invalid', 'missing', 'no id is refused', 'id');
select refused($$select rowlock.escalation_release(id => esc('theirs'), actor => who('suspended'))$$,
  'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
