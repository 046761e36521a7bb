begin;
\ir ../_fixtures.psql
select plan(50);

-- part(name, metadata, …): a row with facets. taken(by, query, …): the names that a claim gave, in its order.
create function part(name text, metadata jsonb, priority integer default 2, role text default 'reviewer') returns uuid language sql as $$
  select ask(part.name, priority => part.priority, role => part.role);
  update rowlock.escalation e set metadata = part.metadata where e.description = part.name;
  select esc(part.name);
$$;
create function taken(by text, query jsonb, max_rows integer default 1, all_or_none boolean default false) returns text[] language sql as $$
  select coalesce(array_agg(n.description order by n.ordinality), '{}')
  from rowlock.escalation_claim_by_facets(
    query => '{"role": "reviewer"}' || taken.query, max_rows => taken.max_rows, all_or_none => taken.all_or_none,
    actor => who(taken.by)) with ordinality n;
$$;
create function back(variadic names text[]) returns void language sql as $$
  update rowlock.escalation e
  set assigned_to = null, assigned_until = null, claimed_at = null, last_holder = null
  where e.description = any (names);
$$;
-- counted(query, by): what the answer to an empty claim counts.
create function counted(query jsonb, by text default 'worker') returns jsonb language sql as $$
  select (rowlock.escalation_claim_by_facets_answer(
    result => '{}', query => '{"role": "reviewer"}' || counted.query, actor => who(counted.by))).body;
$$;

select part('calm', '{"region": "north", "size": 5}', 4), part('old', '{"region": "north", "size": 7}'),
  part('young', '{"region": "north", "size": "12"}'), part('urgent', '{"region": "north"}', 1),
  part('south', '{"region": "south"}', 1), part('bare', '{}', 1), part('code', '{"region": "north"}', 1, 'engineer');
update rowlock.escalation set created_at = created_at - interval '1 hour' where description = 'old';

-- Rank, and what a claim leaves
select is(taken('worker', '{"facets": {"region": "north"}}'), '{urgent}', 'the best row with the facet is claimed');
select is(taken('worker', '{"facets": {"region": "north"}}', 3), '{old,young,calm}', 'then the next by priority and age');
select is((state_of('old')).assigned_to, who('worker'), 'the rows are held by who claimed them');
select is(array[(state_of('old')).claim_no, (state_of('old')).version], '{1,2}', 'a claim has a number, and is a step');
select is(events_of('old'), '{created,claimed}', 'each row is journaled as claimed');
select is(
  (last_event('old')).payload,
  jsonb_build_object('claim_no', 1, 'assigned_until', rowlock._time_iso((state_of('old')).assigned_until)), 'its event is that of a claim');
select is(taken('worker_two', '{"facets": {"region": "north"}}'), '{}', 'live claims are not given again');
select is(counted('{"facets": {"region": "north"}}'), '{"claimed": [], "available": 0, "held": 4}', 'an empty answer tells that all are held');
select is(counted('{"facets": {"region": "west"}}'), '{"claimed": [], "available": 0, "held": 0}', 'or that there are none');
select is(
  (rowlock.escalation_claim_by_facets_answer(
    result => array(select e from rowlock.escalation e where e.description = 'old'), query => '{"role": "reviewer"}',
    actor => who('worker'))).body -> 'available', null, 'an answer with rows counts nothing');

-- Lapsed rows rank with the free ones; pre-assigned ones are free
select back('calm', 'young'), lapse('urgent');
select is(taken('worker_two', '{"facets": {"region": "north"}}', 2), '{urgent,young}', 'a lapsed claim ranks with the free rows');
select is((state_of('urgent')).claim_no, 2, 'it is taken with the next number');
update rowlock.escalation set assigned_to = who('filler') where description = 'calm';
select is(taken('worker', '{"facets": {"region": "north"}}'), '{calm}', 'a row routed to somebody is given like any other');
select back('calm', 'young', 'urgent', 'old'), due('urgent');
select is(taken('worker', '{"facets": {"region": "north"}}', 5), '{old,young,calm}', 'what is due is passed over');
select is((state_of('urgent')).status, 'pending', 'and not stamped');

-- The language of the search
select back('calm', 'young', 'old');
select is(taken('worker', '{"range": [{"facet": "size", "op": ">", "value": 6}]}', 5), '{old,young}', 'a range narrows');
select back('young', 'old');
select is(taken('worker', '{"exists": ["size"], "block": [{"size": 7}]}', 5), '{young,calm}', 'so do keys and blocks');
select back('young', 'calm');
select is(taken('worker', jsonb_build_object('ids', array[esc('calm'), esc('code')]), 5), '{calm}', 'so do ids, within the role');
select back('calm');
select is(taken('worker', '{"roles": ["engineer"]}', 5), '{}', 'roles that leave the role out match nothing');
select is(counted('{"roles": ["engineer"]}'), '{"claimed": [], "available": 0, "held": 0}', 'and count nothing');
select is(taken('worker', '{"roles": ["engineer", "reviewer"], "status": "pending", "available": true, "priority": 4}', 5), '{calm}',
  'what goes without saying may be said');
select back('calm');
select is(taken('chief', '{}', 10), '{south,bare,old,young,calm}', 'without elements the whole role is asked for');
select back('south', 'bare', 'old', 'young', 'calm');

select is(taken('worker', jsonb_build_object(
  'facets', '{"region": "north"}'::jsonb, 'exists', '["size"]'::jsonb, 'block', '[{"size": 5}]'::jsonb, 'type', 'approval', 'subtype', 'approval',
  'range', '[{"facet": "size", "op": "<=", "value": 7}]'::jsonb, 'created', '{"from": "2020-01-01"}'::jsonb, 'held_by_me', false,
  'priority', 2, 'jeopardy', j)), case when j then '{}' else '{old}' end::text[], format('all elements together, jeopardy %s', j))
from unnest(array[true, false]) j;
select back('old');

-- All or none
create temp table before as select last_seq() as seq;
select is(taken('worker', '{"facets": {"region": "north"}}', 4, true), '{}', 'all or none: fewer than asked are not given');
select is((state_of('old')).assigned_to, null, 'nor claimed');
select is((select count(*) from events_since((select seq from before))), 0::bigint, 'nor journaled');
select is(counted('{"facets": {"region": "north"}}'), '{"claimed": [], "available": 3, "held": 0}', 'the answer tells how many there are');
select is(taken('worker', '{"facets": {"region": "north"}}', 3, true), '{old,young,calm}', 'exactly as many are');

-- Many rows
select part('n' || n, '{"heap": true}', 3) from generate_series(1, 120) n;
select is(cardinality(taken('worker', '{"facets": {"heap": true}}', 100)), 100, 'a hundred are given at once');
select is(cardinality(taken('worker', '{"facets": {"heap": true}}', 100)), 20, 'the rest comes with the next');

-- Who may
select refused(format($$select taken('%s', '{}')$$, n), 'PT403', 'role_manage', 'manage_scope', format('%s may not claim in the whole role', n))
from unnest(array['own', 'filler', 'auditor', 'watcher', 'engineer', 'nobody']) n;
select refused($$select counted('{}', 'own')$$, 'PT403', 'role_manage', 'manage_scope', 'nor are they told how many there are');
select refused($$select taken('suspended', '{}')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

-- Arguments
select refused(format($$select taken('worker', %L)$$, q.query), 'PT400', 'argument_invalid', q.reason, format('%s is refused', q.query), q.field)
from (values
  ('{"colour": "red"}', 'unknown', 'colour'), ('{"order_by": [{"field": "id"}]}', 'not_for_claims', 'order_by'),
  ('{"limit": 5}', 'not_for_claims', 'limit'), ('{"orderBy": []}', 'not_for_claims', 'orderBy'), ('{"status": "resolved"}', 'not_for_claims', 'status'),
  ('{"available": false}', 'not_for_claims', 'available'), ('{"role": null}', 'missing', 'role')) q (query, reason, field);
select refused(format($$select taken('worker', '{}', %s)$$, n), 'PT400', 'argument_invalid', 'out_of_range',
  format('max_rows of %s is refused', n), 'max_rows') from unnest(array[0, 101]) n;
select refused($$select rowlock.escalation_claim_by_facets(query => null, actor => who('worker'))$$,
  'PT400', 'argument_invalid', 'missing', 'no query is refused', 'query');

-- A row that is younger than the call is not claimed before it began
select ask('clock');
update rowlock.escalation set created_at = clock_timestamp() + interval '1 minute', metadata = '{"clock": 1}' where description = 'clock';
select taken('worker', '{"facets": {"clock": 1}}');
select is((state_of('clock')).claimed_at, (state_of('clock')).created_at, 'a claim begins no earlier than its row');

select * from finish();
rollback;
