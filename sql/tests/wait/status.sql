begin;
\ir ../_fixtures.psql
select plan(29);

-- told(key, by): outcome and payload as one text; a payload that is not there is a dash.
create function told(key text, by text default 'worker') returns text language sql as $$
  select w.outcome || ' ' || coalesce(w.payload::text, '-')
  from rowlock.wait_status(signal_key => told.key, actor => who(told.by)) w;
$$;
-- read(key): the same in a transaction that only reads.
create function read(key text) returns text language plpgsql as $$
declare
  v_told text;
begin
  set local transaction_read_only = on;
  v_told := told(read.key);
  raise sqlstate 'TX001';
exception when sqlstate 'TX001' then
  return v_told;
end;
$$;
select ask(n, signal_key => n) from unnest(array['open', 'held', 'done', 'null', 'off', 'due', 'swept', 'silent', 'mine']) n;
select ask('other', role => 'engineer', signal_key => 'other');
update rowlock.escalation set on_timeout = '{"decision": "no"}' where description in ('due', 'swept', 'done', 'off', 'open');
select hold('held', 'worker_two'), due('due'), due('silent');

select is(told('open'), 'pending -', 'a question that nobody answered is pending, and its on_timeout is not told');
select is(told('held'), 'pending -', 'so is one that somebody works on');
select is((rowlock.wait_status(signal_key => 'open', actor => who('worker'))).escalation_id, esc('open'), 'the row is named');
select rowlock.escalation_resolve(id => esc('done'), resolver_payload => '{"decision": "yes"}', actor => who('worker'));
select is(told('done'), 'resolved {"decision": "yes"}', 'the answer is the payload');
select is(told('done'), 'resolved {"decision": "yes"}', 'whoever asks again is told again');
update rowlock.escalation set status = 'resolved', resolved_at = clock_timestamp(), ended_at = clock_timestamp(), resolver_payload = 'null'
where description = 'null';
select is(told('null'), 'resolved null', 'a JSON null is an answer');
select rowlock.escalation_cancel(id => esc('off'), actor => who('worker'));
select is(told('off'), 'cancelled -', 'a cancelled question has no payload');
select is(told('due'), 'expired {"decision": "no"}', 'a question past its deadline is expired before any sweep, with its on_timeout');
select is(row((state_of('due')).status, (last_event('due')).topic), row('expired'::text, 'escalation.expired'::text), 'it ends there, with its event');
select is(read('silent'), 'expired -', 'where nothing can be written the clock says so');
select is((state_of('silent')).status, 'pending', 'and the row is left to others');
select is(told('silent'), 'expired -', 'without an on_timeout there is no payload');
select is(told('silent'), 'expired -', 'whoever asks again is told so again');
select due('swept'), rowlock.escalation_expire();
select is(told('swept'), 'expired {"decision": "no"}', 'and the sweep changes nothing of it');

-- Who may ask
select is(told('open', 'auditor'), 'pending -', 'whoever may read may wait');
update rowlock.escalation set assigned_to = who('filler') where description = 'mine';
select is(told('mine', 'filler'), 'pending -', 'a row assigned to the asker is read by self scope');
select refused($$select told('open', 'filler')$$, 'PT404', 'escalation_exists', 'not_found', 'one of somebody else is not');
select refused($$select told('other')$$, 'PT404', 'escalation_exists', 'not_found', 'the key of a hidden row does not exist');
select refused($$select told('unknown')$$, 'PT404', 'escalation_exists', 'not_found', 'nor does an unknown one');
select refused($$select rowlock.wait_status(signal_key => 'open', namespace => 'n', actor => who('worker'))$$,
  'PT404', 'escalation_exists', 'not_found', 'a key is one namespace''s');
select refused($$select rowlock.wait_status(signal_key => 'open', app_id => 'a', actor => who('worker'))$$,
  'PT404', 'escalation_exists', 'not_found', 'and one application''s');
select refused($$select told('open', 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
select refused(format($$select rowlock.wait_status(signal_key => %L, namespace => %L, app_id => %L, actor => who('worker'))$$, k, n, a),
  'PT400', 'argument_invalid', 'missing', format('%s is required', f), f)
from (values ('', 'n', 'a', 'signal_key'), (null, 'n', 'a', 'signal_key'), ('k', null, 'a', 'namespace'), ('k', 'n', '', 'app_id'))
  v (k, n, a, f);
select is(
  (select row(a.status, a.body ->> 'outcome', a.body -> 'payload') from rowlock.wait_status_answer(
    result => rowlock.wait_status(signal_key => 'null', actor => who('worker')), timeout => 60) a),
  row(200, 'resolved'::text, 'null'::jsonb), 'HTTP says the outcome');
select refused(format($$select rowlock.wait_status_answer(result => null, timeout => %s)$$, t),
  'PT400', 'argument_invalid', 'out_of_range', format('a timeout of %s is refused', t), 'timeout')
from unnest(array[-1, 61]) t;

select * from finish();
rollback;
