begin;
\ir ../_fixtures.psql
select plan(53);

-- sent(key, payload, by): what becomes of an answer. dropped(name): whose early ones were not taken, and why.
create function sent(key text, payload jsonb default '{"a": 1}', by text default 'worker', ttl interval default '10 minutes')
returns text language sql as $$
  select s.outcome from rowlock.signal_send(
    signal_key => sent.key, payload => sent.payload, ttl => sent.ttl, actor => who(sent.by)) s;
$$;
create function dropped(name text) returns text language sql as $$
  select string_agg((select u.external_id from rowlock.user_account u where u.id = (r ->> 'sender')::uuid) || ' ' || (r ->> 'reason'), ', ')
  from rowlock.event v, jsonb_array_elements(v.payload #> '{signals,reasons}') r
  where v.subject_id = esc(dropped.name)::text and v.topic = 'escalation.created';
$$;

create function detail_of(statement text) returns jsonb language plpgsql as $$
declare
  v_detail text;
begin
  execute statement;
  return null;
exception when others then
  get stacked diagnostics v_detail = pg_exception_detail;
  return v_detail;
end;
$$;

-- The question is there
select ask(n, signal_key => n) from unnest(array['open', 'held', 'null', 'done', 'off', 'due', 'mine']) n;
select ask('other', role => 'engineer', signal_key => 'other');
select hold('held', 'worker_two'), due('due');
select rowlock.escalation_cancel(id => esc('off'), actor => who('worker'));
select is(sent('open'), 'resolved', 'a question that is asked is answered');
select is(row((state_of('open')).resolver_payload, (state_of('open')).resolved_by), row('{"a": 1}'::jsonb, who('worker')), 'by the sender, with the payload');
select is(events_of('open'), '{created,resolved}', 'and journaled as any answer');
select is(sent('open'), 'resolved', 'the same signal again is told the same');
select is(events_of('open'), '{created,resolved}', 'and changes nothing');
select refused($$select sent('open', '{"a": 2}')$$, 'PT409', 'escalation_resolved', 'resolved', 'another answer comes too late');
select refused($$select sent('open', by => 'worker_two')$$, 'PT409', 'escalation_resolved', 'resolved', 'so does the same one of somebody else');
select is(sent('held'), 'resolved', 'claims do not matter');
select is(sent('null', 'null'), 'resolved', 'a JSON null is an answer');
select is((state_of('null')).resolver_payload, 'null', 'and stored');
select refused($$select sent('due')$$, 'PT409', 'escalation_expired', 'expired', 'a question past its deadline is closed');
select refused($$select sent('off')$$, 'PT409', 'escalation_cancelled', 'cancelled', 'so is a cancelled one');
select refused($$select sent('other')$$, 'PT404', 'escalation_exists', 'not_found', 'a hidden question does not exist');
select is(row(told.v ->> 'signal_key', told.v ? 'id'), row('other'::text, false), 'of which not even the id is told')
from (select detail_of($$select sent('other')$$)) told (v);
select refused($$select sent('done', by => 'auditor')$$, 'PT403', 'escalation_write', 'write_scope', 'who only reads may not answer');
update rowlock.escalation set assigned_to = who('filler') where description = 'mine';
select is(sent('mine', by => 'filler'), 'resolved', 'a row assigned to the sender is in self scope');

-- The answer comes first
select last_seq() as start \gset
select is(sent('early'), 'kept', 'an answer to a question that nobody asked is kept');
select is((select count(*) from rowlock.escalation e where e.signal_key = 'early'), 0::bigint, 'there is no row of it');
select is((select count(*) from events_since(:start)), 0::bigint, 'and no event');
select is(sent('early'), 'kept', 'the same one again is kept');
select refused($$select sent('early', '{"a": 2}')$$, 'PT409', 'signal_kept', 'kept', 'the first answer of a sender counts');
select ask('early', signal_key => 'early');
select is(row((state_of('early')).status, (state_of('early')).resolved_by, (state_of('early')).resolver_payload),
  row('resolved'::text, who('worker'), '{"a": 1}'::jsonb), 'the question is answered at its birth, by the sender');
select is(events_of('early'), '{created,resolved}', 'it is asked before it is answered');
select is((select v.payload -> 'signals' from rowlock.event v where v.subject_id = esc('early')::text and v.topic = 'escalation.created'),
  '{"taken": 1, "dropped": 0}', 'the created event says that the answer was there');
select is(sent('early'), 'resolved', 'the same signal again is told what became of it');
select is((rowlock.escalation_create(role => 'reviewer', type => 't', signal_key => 'early', actor => who('chief'))).created, false, 'who asks again gets the answered row');

-- What holds when the question is asked
select sent('many', '1', 'engineer'), sent('many', '2', 'worker_two'), sent('many', '3', 'worker'), sent('many', '4', 'robot');
update rowlock.user_account set status = 'suspended' where external_id = 'worker_two';
select ask('many', signal_key => 'many');
select is((state_of('many')).resolver_payload, '3', 'the oldest answer whose sender may give it is taken');
select is(dropped('many'), 'engineer not_found, worker_two not_active, robot resolved', 'the others are dropped, and the created event says why');
select is((select count(*) from rowlock.signal), 0::bigint, 'nothing of them is kept');
select sent('bad', '1', 'engineer');
select ask('bad', signal_key => 'bad');
select is(row((state_of('bad')).status, dropped('bad')), row('pending'::text, 'engineer not_found'::text), 'without a good answer the question is open');
select sent('late', ttl => '1 microsecond');
select ask('late', signal_key => 'late');
select is((state_of('late')).status, 'pending', 'an answer whose time is over is none');
select is(row(sent('again', '1', ttl => '1 microsecond'), sent('again', '2')), row('kept'::text, 'kept'::text), 'and its place is free');
select is((select array_agg(s.payload) from rowlock.signal s where s.signal_key = 'again'), array['2'::jsonb], 'for another one');

-- Several people
select sent('two', '{"decision": "yes"}', 'worker'), sent('two', '{"x": 1}', 'lead'), sent('two', '{"decision": "yes"}', 'chief');
select rowlock.escalation_create(role => 'reviewer', type => 't', description => 'two', signal_key => 'two', approvals_required => 2, actor => who('chief_two'));
select is(row((state_of('two')).status, dropped('two')), row('resolved'::text, 'lead not_valid'::text), 'several early answers may settle a row together');
select is(events_of('two'), '{created,approved,resolved}', 'each is journaled');
select rowlock.escalation_create(role => 'reviewer', type => 't', description => 'pair', signal_key => 'pair', approvals_required => 2, actor => who('chief'));
select is(sent('pair', '{"decision": "yes"}'), 'pending', format('one of two, %s', n)) from unnest('{at first,and again}'::text[]) n;
select is(sent('pair', '{"decision": "yes"}', 'lead'), 'resolved', 'the other one decides');
select is(sent('pair', '{"decision": "yes"}'), 'resolved', 'the first one again is told so');
select is(events_of('pair'), '{created,approved,resolved}', 'and no answer is journaled twice');
select refused($$select sent('pair', '{"decision": "no"}')$$, 'PT409', 'escalation_resolved', 'resolved', 'to think again is too late');
select refused($$select sent('pair', '{"decision": "yes"}', 'chief_two')$$, 'PT409', 'escalation_resolved', 'resolved', 'who said nothing is late');

-- Forms: an answer that breaks what the role enforces is no answer
select rowlock.role_patch(role => 'engineer', patch => '{"enforce_schema": true, "form_schema":
  {"type": "object", "required": ["decision"], "properties": {"decision": {"type": "string"}}}}', actor => who('chief'));
select sent('form', n, 'engineer') from unnest(array['null'::jsonb]) n;
select ask('form', role => 'engineer', signal_key => 'form');
select is(row((state_of('form')).status, dropped('form')), row('pending'::text, 'engineer not_valid'::text), 'an early answer that breaks the form is dropped');
select refused($$select sent('form', '{"x": 1}', 'engineer')$$, 'PT422', 'schema_validation', 'schema_validation', 'a later one is refused');
select is(sent('form', '{"decision": "yes"}', 'engineer'), 'resolved', 'a good one settles the row');
select sent('formed', '{"decision": "no"}', 'engineer');
select ask('formed', role => 'engineer', signal_key => 'formed');
select is((state_of('formed')).resolver_payload, '{"decision": "no"}', 'an early one that keeps to the form is taken');

-- Limits
select refused(format($$select sent('x', %L, ttl => %L)$$, p, t), 'PT400', 'argument_invalid', r, format('payload %s, ttl %s are refused', p, t), f)
from (values (null, '1 minute', 'missing', 'payload'), ('1', null, 'missing', 'ttl'), ('1', '0', 'not_in_future', 'ttl'), ('1', '25 hours', 'too_far', 'ttl')) v (p, t, r, f);
select refused($$select sent('x', by => 'auditor')$$, 'PT404', 'escalation_exists', 'not_found', 'nothing is kept for who may write nowhere');
insert into rowlock.signal select 'default', 'default', 'k' || n, who('robot'), '1', clock_timestamp(), clock_timestamp() + interval '1 hour' from generate_series(1, 1000) n;
select refused($$select sent('x', by => 'robot')$$, 'PT429', 'signal_limit', 'too_many', 'a sender has a thousand kept at most');
select is(sent('k7', '1', 'robot'), 'kept', 'and may send any of them again');

select * from finish();
rollback;
