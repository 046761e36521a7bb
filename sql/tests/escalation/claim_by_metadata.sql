begin;
\ir ../_fixtures.psql
select plan(46);

-- part(name, metadata, …): a row with facets. taken(by, key, value, …): the name of the row that a claim gave.
create function part(name text, metadata jsonb, priority integer default 2, role text default 'reviewer') returns uuid language sql as $$
  select ask(part.name, priority => part.priority, role => part.role);
  update rowlock.escalation e set metadata = part.metadata where e.description = part.name;
  select esc(part.name);
$$;
create function taken(
  by text, key text default 'region', value jsonb default '"north"', metadata jsonb default null, assignee text default null
) returns text language sql as $$
  select (c.escalation).description || case when c.is_extension then ' extended' else '' end
  from rowlock.escalation_claim_by_metadata(
    key => taken.key, value => taken.value, metadata => taken.metadata, assignee => taken.assignee, actor => who(taken.by)) c;
$$;

select part('calm', '{"region": "north", "no": 5, "hot": true}', 4), part('urgent', '{"region": "north", "no": "5"}', 1),
  part('code', '{"region": "north"}', 1, 'engineer');

-- Rank and type
select is(taken('worker'), 'urgent', 'the most urgent match is claimed');
select is(taken('worker'), 'calm', 'then the next');
select is((state_of('calm')).assigned_to, who('worker'), 'it is held by who claimed it');
select is(events_of('calm'), '{created,claimed}', 'it is journaled as claimed');
select is(
  (last_event('calm')).payload,
  jsonb_build_object('claim_no', 1, 'assigned_until', rowlock._time_iso((state_of('calm')).assigned_until)), 'its event is that of a claim');
select is(taken('worker'), 'urgent extended', 'when none is free, a claim of one''s own is prolonged');
select is((last_event('urgent')).topic, 'escalation.extended', 'and journaled so');
select is((state_of('urgent')).claim_no, 1, 'under the same number');
select refused($$select taken('worker_two')$$, 'PT409', 'escalation_held', 'held', 'to others all matches are held');
select refused($$select taken('worker', 'region', '"west"')$$, 'PT404', 'escalation_exists', 'not_found', 'what nothing matches is not found');
select lapse('calm'), lapse('urgent');
select is(taken('worker_two', 'no', '5'), 'calm', 'a number matches a number');
select is(taken('worker_two', 'no', '"5"'), 'urgent', 'a text a text');
select is((state_of('urgent')).claim_no, 2, 'a lapsed claim is taken with the next number');
select lapse('calm');
select is(taken('worker', 'hot', 'true'), 'calm', 'a boolean a boolean');
select refused($$select taken('worker', 'hot', '"true"')$$, 'PT404', 'escalation_exists', 'not_found', 'and no word');
select is(taken('engineer'), 'code', 'others claim in their own role');
select lapse('calm'), lapse('urgent'), lapse('code');
select is(array[taken('chief'), taken('chief'), taken('chief')] @> '{code,urgent,calm}', true, 'a global caller in every one');

-- The metadata of the row
select lapse('calm');
select is(taken('worker', 'hot', 'true', '{"bench": 3, "hot": false}'), 'calm', 'the patch goes with the claim');
select is((state_of('calm')).metadata, '{"region": "north", "no": 5, "hot": false, "bench": 3}', 'it is merged into what is there');
select is((state_of('calm')).version, (last_event('calm')).version, 'in one step');
select refused(format($$select taken('worker', metadata => '{"%s": 1}')$$, k), 'PT400', 'argument_invalid', 'reserved_key',
  format('%s is refused', k), 'metadata') from unnest(array['form_schema', 'schema_version']) k;
select lapse('calm');
update rowlock.escalation set metadata = metadata || jsonb_build_object('fat', repeat('x', 32000)) where description = 'calm';
select refused(format($$select taken('worker_two', 'no', '5', jsonb_build_object('more', repeat('y', 1000)))$$),
  'PT400', 'argument_invalid', 'too_large', 'what is too large once merged is refused', 'metadata');
select is((state_of('calm')).assigned_to, who('worker'), 'then nothing is claimed');
select is((state_of('calm')).metadata ? 'more', false, 'nor merged');

-- For somebody else
select lapse('calm');
select refused($$select taken('worker', 'no', '5', assignee => 'worker_two')$$, 'PT403', 'role_admin', 'not_admin', 'a member claims for nobody else');
select is(taken('worker', 'no', '5', assignee => 'worker'), 'calm', 'to name oneself is to claim');
select rowlock.escalation_release(id => esc('calm'), actor => who('worker'));
select is(taken('worker', 'no', '5', assignee => upper(who('worker')::text)), 'calm', 'by the id too, in either case');
select lapse('calm');
select is(taken('lead', 'no', '5', assignee => 'worker_two'), 'calm', 'an admin of the role claims for a member');
select is((state_of('calm')).assigned_to, who('worker_two'), 'who then holds it');
select is((last_event('calm')).actor, who('lead'), 'the event tells who did it');
select lapse('calm');
select refused($$select taken('lead', 'no', '5', assignee => 'engineer')$$, 'PT400', 'argument_invalid', 'not_a_member', 'not for who is no member', 'assignee');
select refused($$select taken('lead', 'no', '5', assignee => 'no such')$$, 'PT400', 'argument_invalid', 'unknown_account', 'nor for nobody', 'assignee');
select is(taken('chief', 'no', '5', assignee => 'engineer'), 'calm', 'a global caller names anybody');
select refused($$select taken('lead', 'no', '5', assignee => 'worker')$$, 'PT409', 'escalation_held', 'held', 'what is held is not taken');

-- Who may
select lapse('calm');
select refused($$select taken('nobody')$$, 'PT404', 'escalation_exists', 'not_found', 'who sees no row is told of none');
select refused($$select taken('filler')$$, 'PT404', 'escalation_exists', 'not_found', 'nor is who sees own rows alone');
select refused($$select taken('auditor')$$, 'PT403', 'escalation_write', 'write_scope', 'who reads and may not act is refused');
select part('mine', '{"region": "north"}');
update rowlock.escalation set assigned_to = who('filler') where description = 'mine';
select is(taken('filler'), 'mine', 'who acts on own rows claims what is assigned to them');
select refused($$select taken('suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

-- Arguments
select refused($$select taken('worker', 'no such key')$$, 'PT400', 'argument_invalid', 'not_facet_key', 'what is no key is refused', 'key');
select refused(format($$select taken('worker', value => %L)$$, v), 'PT400', 'argument_invalid', 'not_scalar', format('%s is no value', v), 'value')
from unnest(array['null', '{}', '[1]']) v;
select refused($$select taken('worker', value => null)$$, 'PT400', 'argument_invalid', 'missing', 'no value is refused', 'value');

-- A row that is younger than the call is not claimed before it began
select ask('clock');
update rowlock.escalation set created_at = clock_timestamp() + interval '1 minute', metadata = '{"clock": 1}' where description = 'clock';
select taken('worker', 'clock', '1');
select is((state_of('clock')).claimed_at, (state_of('clock')).created_at, 'a claim begins no earlier than its row');

select * from finish();
rollback;
