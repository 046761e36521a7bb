begin;
\ir ../_fixtures.psql
select plan(19);

-- cancelled(by, ids, reason): the outcome of the verb.
create function cancelled(by text, ids uuid[], reason text default 'duplicate') returns text[] language sql as $$
  select bulk(rowlock.escalation_bulk_cancel(ids => cancelled.ids, reason => cancelled.reason, actor => who(cancelled.by)));
$$;

select ask(n) from unnest(array['free', 'held', 'done', 'off', 'late', 'quiet']) n;
select hold('held', 'worker'), due('late');
select rowlock.escalation_resolve(id => esc('done'), resolver_payload => '{}', actor => who('lead'));
select rowlock.escalation_cancel(id => esc('off'), reason => 'first', actor => who('lead'));
create temp table before as select last_seq() as seq;

select is(
  cancelled('lead', ids('free', 'done', 'free', 'nowhere', 'off', 'late', 'held')),
  '{2,"done resolved","unknown not_found","off cancelled","late expired"}',
  'pending rows are cancelled, held ones too; the others are named with the reason');
select is((state_of(n)).status, 'cancelled', format('%s is cancelled', n)) from unnest(array['free', 'held']) n;
select ok((state_of('free')).ended_at >= (state_of('free')).created_at, 'the end is stamped');
select is((state_of('late')).status, 'pending', 'a row past its deadline is left to the sweep');
select is(
  (state_of('free')).milestones -> 0 ->> 'reason', 'duplicate', 'the reason stands in the milestones');
select is((state_of('off')).milestones -> 0 ->> 'reason', 'first', 'a row that was cancelled before keeps its own');
select is((state_of('held')).milestones -> 0 ->> 'by', who('lead')::text, 'so does who did it');
select is((last_event('free')).payload, '{"reason": "duplicate"}', 'the reason stands in the event');
select is((last_event('held')).assigned_to, who('worker'), 'the event concerns the holder');
select is(
  array(select v.topic from events_since((select seq from before)) v), '{escalation.cancelled,escalation.cancelled}',
  'each cancelled row leaves one event, the others none');
select is(cancelled('lead', ids('quiet'), null), '{1}', 'a reason need not be given');
select is((last_event('quiet')).payload, '{}', 'then the event has none');

-- Who may
select ask('fresh'), ask('code', role => 'engineer');
select refused($$select cancelled('worker', ids('fresh'))$$, 'PT403', 'escalation_bulk', 'not_admin', 'a member may not cancel in bulk');
select refused($$select cancelled('lead', ids('fresh', 'code'))$$, 'PT403', 'escalation_bulk', 'not_admin', 'nor an admin of one role rows of another');
select is((state_of('fresh')).status, 'pending', 'then nothing is cancelled');
select is(cancelled('chief', ids('fresh', 'code')), '{2}', 'a global caller cancels in every role');
select refused($$select cancelled('lead', ids('fresh'), repeat('x', 10001))$$, 'PT400', 'argument_invalid', 'too_long', 'a longer reason is refused', 'reason');
select refused($$select cancelled('lead', array_fill(esc('free'), array[1001]))$$, 'PT400', 'argument_invalid', 'too_many', 'more than a thousand ids are refused', 'ids');

select * from finish();
rollback;
