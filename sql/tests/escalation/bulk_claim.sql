begin;
\ir ../_fixtures.psql
select plan(36);

-- claimed(by, ids, …): the outcome of the verb.
create function claimed(by text, ids uuid[], duration_minutes integer default 30) returns text[] language sql as $$
  select bulk(rowlock.escalation_bulk_claim(
    ids => claimed.ids, duration_minutes => claimed.duration_minutes, actor => who(claimed.by)));
$$;

select ask(n) from unnest(array['free', 'routed', 'mine', 'held', 'lapsed', 'done', 'off', 'late', 'swept']) n;
update rowlock.escalation set assigned_to = who('worker') where description = 'routed';
select hold('mine', 'lead'), hold('held', 'worker'), hold('lapsed', 'worker'), hold('swept', 'worker');
select lapse('lapsed'), lapse('swept'), due('late');
select rowlock.escalation_release_expired(max_rows => 1, actor => who('lead'));
select rowlock.escalation_resolve(id => esc('done'), resolver_payload => '{}', actor => who('lead'));
select rowlock.escalation_cancel(id => esc('off'), actor => who('lead'));
create temp table before as select last_seq() as seq;

select is(
  claimed('lead', ids('held', 'free', 'done', 'nowhere', 'routed', 'off', 'mine', 'late', 'lapsed', 'swept', 'free', 'held')),
  '{5,"held held","done resolved","unknown not_found","off cancelled","late expired"}',
  'what nobody else holds is claimed; of the others each is named once, in the order of the list, with the reason');
select is((state_of(n)).assigned_to, who('lead'), format('%s is held by the caller', n))
from unnest(array['free', 'routed', 'mine', 'lapsed', 'swept']) n;
select is((state_of('held')).assigned_to, who('worker'), 'a row that somebody else holds is left alone');
select ok(
  (state_of('free')).assigned_until between clock_timestamp() + interval '29 minutes' and clock_timestamp() + interval '30 minutes',
  'the window is half an hour when none is asked for');
select is(array[(state_of('free')).claim_no, (state_of('lapsed')).claim_no, (state_of('mine')).claim_no], '{1,2,1}',
  'a new claim has a new number, one that goes on keeps its own');
select is((state_of('free')).last_holder, who('lead'), 'the holder is remembered for the time after the claim');
select is(
  array(select split_part(v.topic, '.', 2) from events_since((select seq from before)) v order by 1),
  '{claimed,claimed,claimed,claimed,extended}', 'each changed row leaves one event, the others none');
select is((last_event('mine')).topic, 'escalation.extended', 'a claim of the caller''s own is extended');
select is((last_event('free')).actor, who('lead'), 'the event tells who did it');
select is((last_event('free')).assigned_to, who('lead'), 'and whom it concerns');
select is(
  (last_event('free')).payload,
  jsonb_build_object('claim_no', 1, 'assigned_until', rowlock._time_iso((state_of('free')).assigned_until)),
  'it tells the claim''s number and until when, as that of a single claim');
select is(claimed('lead', ids('free'), 1440), '{1}', 'a claim is extended by a list of one');
select ok((state_of('free')).assigned_until > clock_timestamp() + interval '1439 minutes', 'for as long as was asked for');
select is(claimed('lead', '{}'), '{0}', 'an empty list is an answer');
select is(claimed('chief', ids('nowhere', 'elsewhere')), '{0,"unknown not_found","unknown not_found"}', 'so is one of no rows');

-- Who may
select ask('fresh'), ask('code', role => 'engineer');
create temp table mark as select last_seq() as seq;
select refused(format($$select claimed('%s', ids('fresh'))$$, n), 'PT403', 'escalation_bulk', 'not_admin', format('%s may not claim in bulk', n))
from unnest(array['worker', 'own', 'filler', 'auditor', 'nobody']) n;
select refused($$select claimed('lead', ids('fresh', 'code'))$$, 'PT403', 'escalation_bulk', 'not_admin', 'one row of a role that the caller does not administer is enough');
select is(array[(state_of('fresh')).assigned_to, (state_of('code')).assigned_to], array[null, null]::uuid[], 'then nothing is claimed');
select is((select count(*) from events_since((select seq from mark))), 0::bigint, 'and nothing is journaled');
select is(claimed('chief_two', ids('fresh', 'code')), '{2}', 'a global caller claims in every role');
select refused($$select claimed('suspended', ids('fresh'))$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

-- Arguments
select is(claimed('chief', array_fill(esc('free'), array[1000])), '{0,"free held"}', 'a thousand ids may be the same');
select refused($$select claimed('lead', array_fill(esc('free'), array[1001]))$$, 'PT400', 'argument_invalid', 'too_many', 'more are refused', 'ids');
select refused($$select claimed('lead', null)$$, 'PT400', 'argument_invalid', 'missing', 'no list is refused', 'ids');
select refused($$select claimed('lead', array[null, esc('free')])$$, 'PT400', 'argument_invalid', 'null', 'null is no id', 'ids');
select refused($$select claimed('lead', array[array[null, esc('free')]])$$, 'PT400', 'argument_invalid', 'null', 'nor in an array of arrays', 'ids');
select refused(format($$select claimed('lead', ids('free'), %s)$$, n), 'PT400', 'argument_invalid', 'out_of_range',
  format('%s minutes are refused', n), 'duration_minutes') from unnest(array[0, 1441]) n;

select * from finish();
rollback;
