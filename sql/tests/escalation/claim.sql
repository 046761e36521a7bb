begin;
\ir ../_fixtures.psql
select plan(59);

select ask(n) from unnest(array['free', 'held', 'mine', 'lapsed', 'swept', 'due', 'done', 'dropped', 'nobodys']) n;
select ask('routed', assigned_to => who('filler'));
select ask('other', role => 'engineer');
select hold('held', 'worker_two'), hold('mine', 'worker'), hold('lapsed', 'worker'), hold('swept', 'worker');
select lapse('lapsed'), lapse('swept'), due('due');

-- A free row
select is(
  (select (c.escalation).assigned_to from rowlock.escalation_claim(id => esc('free'), actor => who('worker')) c),
  who('worker'), 'a free row goes to who claims it');
select ok(
  (state_of('free')).assigned_until between clock_timestamp() + interval '29 minutes' and clock_timestamp() + interval '30 minutes',
  'the window is half an hour when none is asked for');
select is((state_of('free')).claim_no, 1, 'the first claim has number 1');
select is((state_of('free')).version, 2, 'a claim is a transition');
select is((state_of('free')).status, 'pending', 'a claimed row is still pending');
select is((state_of('free')).last_holder, who('worker'), 'the holder is remembered for the time after the claim');
select is(events_of('free'), '{created,claimed}', 'a claim is journaled');
select is((last_event('free')).payload -> 'claim_no', '1', 'the event tells the claim''s number');
select is((last_event('free')).assigned_to, who('worker'), 'the event concerns the holder');
select is((last_event('free')).version, 2, 'the event has the version of the row after the change');

-- A live claim of one's own is extended
update rowlock.escalation set claimed_at = clock_timestamp() - interval '5 minutes' where id = esc('mine');
select is(
  (select c.is_extension from rowlock.escalation_claim(id => esc('mine'), duration_minutes => 90, actor => who('worker')) c),
  true, 'claiming again what one holds is an extension');
select ok((state_of('mine')).assigned_until > clock_timestamp() + interval '89 minutes', 'an extension sets the window anew');
select ok((state_of('mine')).claimed_at < clock_timestamp() - interval '4 minutes', 'an extension keeps the start of the claim');
select is((state_of('mine')).claim_no, 1, 'an extension keeps the number');
select is(events_of('mine'), '{created,claimed,extended}', 'an extension is journaled as such');
select rowlock.escalation_claim(id => esc('mine'), duration_minutes => 1, actor => who('worker'));
select ok((state_of('mine')).assigned_until < clock_timestamp() + interval '1 minute', 'an extension may shorten the window');
select is(
  (select c.is_extension from rowlock.escalation_claim(id => esc('mine'), expected_claim_no => 1, actor => who('worker')) c),
  true, 'a live claim is extended under its own number');
select refused($$select rowlock.escalation_claim(id => esc('mine'), expected_claim_no => 2, actor => who('worker'))$$,
  'PT409', 'escalation_stale_claim', 'stale_claim', 'another number is refused');

-- A lapsed claim
select refused($$select rowlock.escalation_claim(id => esc('lapsed'), expected_claim_no => 1, actor => who('worker'))$$,
  'PT409', 'escalation_stale_claim', 'stale_claim', 'a lapsed claim is not extended under its number');
select is(
  (select c.is_extension from rowlock.escalation_claim(id => esc('lapsed'), actor => who('worker')) c),
  false, 'one''s own lapsed claim is claimed anew, not extended');
select is((state_of('lapsed')).claim_no, 2, 'claiming anew takes the next number');
select ok((state_of('lapsed')).claimed_at > clock_timestamp() - interval '1 minute', 'claiming anew starts the claim anew');
select refused($$select rowlock.escalation_claim(id => esc('lapsed'), expected_claim_no => 1, actor => who('worker'))$$,
  'PT409', 'escalation_stale_claim', 'stale_claim', 'the number of an earlier claim of the same person is refused');
select is(
  (select (c.escalation).assigned_to from rowlock.escalation_claim(id => esc('swept'), actor => who('worker_two')) c),
  who('worker_two'), 'another''s lapsed claim is free for all');
select is((state_of('swept')).claim_no, 2, 'a new holder takes the next number');
select is(events_of('swept'), '{created,claimed,claimed}', 'taking over a lapsed claim is journaled as a claim');
select refused($$select rowlock.escalation_claim(id => esc('swept'), expected_claim_no => 1, actor => who('worker'))$$,
  'PT409', 'escalation_stale_claim', 'stale_claim', 'who asserts a claim that another has taken over is told it is stale');

-- A pre-assigned row is a hint, not a lock
select is(
  (select (c.escalation).assigned_to from rowlock.escalation_claim(id => esc('routed'), actor => who('worker')) c),
  who('worker'), 'anyone with write=all may claim a row that is routed to somebody else');

-- Refusals of the state
select refused($$select rowlock.escalation_claim(id => esc('held'), actor => who('worker'))$$,
  'PT409', 'escalation_held', 'held', 'a held row is refused');
select refused($$select rowlock.escalation_claim(id => esc('held'), actor => who('chief'))$$,
  'PT409', 'escalation_held', 'held', 'a held row is refused to a global caller too');
select refused($$select rowlock.escalation_claim(id => esc('due'), actor => who('worker'))$$,
  'PT409', 'escalation_expired', 'expired', 'a row past its deadline is closed before any sweep');
select rowlock.escalation_resolve(id => esc('done'), resolver_payload => '{}', actor => who('worker'));
select rowlock.escalation_cancel(id => esc('dropped'), actor => who('worker'));
select refused($$select rowlock.escalation_claim(id => esc('done'), actor => who('worker'))$$,
  'PT409', 'escalation_resolved', 'resolved', 'a resolved row is refused');
select refused($$select rowlock.escalation_claim(id => esc('dropped'), actor => who('worker'))$$,
  'PT409', 'escalation_cancelled', 'cancelled', 'a cancelled row is refused');
select is(events_of('held'), '{created,claimed}', 'a refused claim leaves no event');
select is((state_of('held')).version, 2, 'a refused claim leaves no new version');

-- What a refusal tells
create function detail_of_held() returns jsonb language plpgsql as $$
declare
  v_detail text;
begin
  perform rowlock.escalation_claim(id => esc('held'), actor => who('worker'));
exception when sqlstate 'PT409' then
  get stacked diagnostics v_detail = pg_exception_detail;
  return v_detail::jsonb;
end;
$$;
select is((detail_of_held() ->> 'until')::timestamptz, (state_of('held')).assigned_until, 'a held row tells until when');
select is(detail_of_held() ->> 'assigned_to', who('worker_two')::text, 'a held row tells by whom');

-- Arguments
select refused(format($$select rowlock.escalation_claim(id => esc('free'), duration_minutes => %s, actor => who('worker'))$$, m),
  'PT400', 'argument_invalid', 'out_of_range', format('%s minutes are refused', m), 'duration_minutes')
from unnest(array[-1, 0, 1441, 2147483647]) m;
select refused($$select rowlock.escalation_claim(id => esc('free'), duration_minutes => null, actor => who('worker'))$$,
  'PT400', 'argument_invalid', 'missing', 'no minutes are refused', 'duration_minutes');
select refused($$select rowlock.escalation_claim(id => null, actor => who('worker'))$$,
  'PT400', 'argument_invalid', 'missing', 'no id is refused', 'id');
select lives_ok($$select rowlock.escalation_claim(id => esc('free'), duration_minutes => 1440, actor => who('worker'))$$,
  'a day is the longest claim');

-- Who may
select refused($$select rowlock.escalation_claim(id => gen_random_uuid(), actor => who('worker'))$$,
  'PT404', 'escalation_exists', 'not_found', 'an unknown id does not exist');
select refused($$select rowlock.escalation_claim(id => esc('other'), actor => who('worker'))$$,
  'PT404', 'escalation_exists', 'not_found', 'a row of another role does not exist');
select refused($$select rowlock.escalation_claim(id => esc('done'), actor => who('engineer'))$$,
  'PT404', 'escalation_exists', 'not_found', 'a hidden row that has ended does not exist: visibility comes before status');
select refused($$select rowlock.escalation_claim(id => esc('done'), actor => who('auditor'))$$,
  'PT403', 'escalation_write', 'write_scope', 'who only reads is told so before the status');
select refused($$select rowlock.escalation_claim(id => esc('held'), actor => who('own'))$$,
  'PT403', 'escalation_write', 'write_scope', 'who acts on own rows may not claim another''s');
select refused($$select rowlock.escalation_claim(id => esc('nobodys'), actor => who('own'))$$,
  'PT403', 'escalation_write', 'write_scope', 'nor a row that is assigned to nobody');
select refused($$select rowlock.escalation_claim(id => esc('held'), actor => who('filler'))$$,
  'PT404', 'escalation_exists', 'not_found', 'who sees own rows does not see another''s');
select ask('for_own', assigned_to => who('own')), ask('for_watcher', assigned_to => who('watcher'));
select lives_ok($$select rowlock.escalation_claim(id => esc('for_own'), actor => who('own'))$$,
  'who acts on own rows claims what is assigned to them');
select refused($$select rowlock.escalation_claim(id => esc('for_watcher'), actor => who('watcher'))$$,
  'PT403', 'escalation_write', 'write_scope', 'a watcher may not claim even a row of their own');
select lives_ok($$select rowlock.escalation_claim(id => esc('other'), actor => who('chief_two'))$$,
  'an admin of the role admin claims anywhere');
select refused($$select rowlock.escalation_claim(id => esc('free'), actor => who('suspended'))$$,
  'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
select refused($$select rowlock.escalation_claim(id => esc('free'), actor => gen_random_uuid())$$,
  'PT401', 'actor_active', 'not_active', 'an unknown actor is refused');
select refused($$select rowlock.escalation_claim(id => esc('free'))$$,
  'PT401', 'actor_known', 'no_actor', 'no actor is refused');

-- A row that is younger than the call is not claimed before it began
select ask('clock');
update rowlock.escalation set created_at = clock_timestamp() + interval '1 minute' where description = 'clock';
select ok(not (rowlock.escalation_claim(id => esc('clock'), actor => who('worker'))).is_extension, 'a first claim is none that extends');
select is((state_of('clock')).claimed_at, (state_of('clock')).created_at, 'a claim begins no earlier than its row');

select * from finish();
rollback;
