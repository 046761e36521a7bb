begin;
\ir ../_fixtures.psql
select plan(81);

-- taken(by, …): the names that a pop gave, in its order.
create function taken(by text, max_rows integer default 1, roles text[] default null, types text[] default null)
returns text[] language sql as $$
  select coalesce(array_agg(n.description order by n.ordinality), '{}')
  from rowlock.escalation_claim_next(
    roles => taken.roles, types => taken.types, max_rows => taken.max_rows, actor => who(taken.by))
    with ordinality n;
$$;
create function back(variadic names text[]) returns void language sql as $$
  update rowlock.escalation e
  set assigned_to = null, assigned_until = null, claimed_at = null, last_holder = null
  where e.description = any (names);
$$;

select is(taken('worker'), '{}', 'an empty queue gives no row and no error');

-- Rank: priority, then age
select ask('late_urgent', priority => 1), ask('old'), ask('young'), ask('calm', priority => 4);
update rowlock.escalation set created_at = created_at - interval '1 hour' where description = 'old';
update rowlock.escalation set created_at = created_at + interval '1 minute' where description = 'young';
select is(taken('worker', max_rows => 3), '{late_urgent,old,young}', 'the most urgent come first, then the oldest');
select is((state_of('old')).assigned_to, who('worker'), 'the rows are held by who popped them');
select is((state_of('old')).claim_no, 1, 'a pop is a claim with a number');
select is((state_of('old')).last_holder, who('worker'), 'the holder is remembered for the time after the claim');
select ok(
  (state_of('old')).assigned_until between clock_timestamp() + interval '29 minutes' and clock_timestamp() + interval '30 minutes',
  'the window is half an hour when none is asked for');
select is(events_of('old'), '{created,claimed}', 'each row that was popped is journaled as claimed');
select is((last_event('old')).payload -> 'claim_no', '1', 'the event tells the claim''s number');
select is(taken('worker_two', max_rows => 3), '{calm}', 'a short answer is an answer');
select is(taken('worker_two'), '{}', 'live claims are not given again, not even to their holder');
select is(events_of('calm'), '{created,claimed}', 'a pop that finds nothing leaves no event');

-- Lapsed claims rank with the free ones
select back('calm', 'young'), lapse('late_urgent');
select is(taken('worker_two', max_rows => 2), '{late_urgent,young}', 'a lapsed claim ranks with the free rows');
select is((state_of('late_urgent')).claim_no, 2, 'a lapsed claim is taken with the next number');
select is(taken('worker_two'), '{calm}', 'the rest comes after');

-- What a pop never gives
select back('calm', 'young', 'old', 'late_urgent'), due('calm');
select rowlock.escalation_resolve(id => esc('young'), resolver_payload => '{}', actor => who('worker'));
select rowlock.escalation_cancel(id => esc('old'), actor => who('worker'));
select is(taken('worker', max_rows => 100), '{late_urgent}', 'rows that are due, resolved or cancelled are not given');
select is((state_of('calm')).status, 'pending', 'a due row is passed over, not stamped');

-- A pre-assigned row is a hint, not a lock
select ask('routed', assigned_to => who('filler'));
select is(taken('worker'), '{routed}', 'a row that is routed to somebody else is given like any other');
select is((state_of('routed')).assigned_to, who('worker'), 'and its holder is who popped it');

-- Roles and types narrow
select ask('deal', type => 'deal'), ask('form', type => 'form'), ask('code', role => 'engineer', priority => 1);
select is(taken('worker', types => '{form}'), '{form}', 'types narrow the queue');
select is(taken('worker', types => '{}'), '{}', 'an empty set of types matches nothing');
select is(taken('worker', roles => '{}'), '{}', 'an empty set of roles matches nothing');
select is(taken('worker', roles => '{engineer}'), '{}', 'asking for another role widens nothing');
select is(taken('worker', roles => array[null, 'engineer', 'reviewer', 'reviewer']), '{deal}', 'roles in scope are kept, repeats and nulls ignored');
select is(taken('chief', max_rows => 10), '{code}', 'a global caller pops from every queue');
select back('deal', 'form', 'code');
select is(taken('chief_two', max_rows => 10, roles => '{engineer}'), '{code}', 'roles narrow a global caller too');

-- Scope
select is(taken(n, max_rows => 10), '{}', format('%s may not act on the queue and is given nothing', n))
from unnest(array['own', 'filler', 'auditor', 'watcher', 'engineer', 'nobody']) n;
select ask('for_own', assigned_to => who('own')), ask('for_filler', assigned_to => who('filler')), ask('for_watcher', assigned_to => who('watcher'));
select is(taken('own', max_rows => 10), '{for_own}', 'who acts on own rows is given what is assigned to them');
select is(taken('filler', max_rows => 10), '{for_filler}', 'so is who sees only own rows');
select is(taken('watcher', max_rows => 10), '{}', 'a watcher is given nothing, not even own rows');
select is(taken('filler', max_rows => 10), '{}', 'an own live claim is not given again');
select lapse('for_filler');
select is(taken('filler', max_rows => 10), '{for_filler}', 'an own lapsed claim is');
select is(taken('robot', max_rows => 10), '{deal,form,for_watcher}', 'a bot pops like a person');
select refused($$select taken('suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

-- Many rows
select ask('n' || n, priority => 3) from generate_series(1, 120) n;
select is(cardinality(taken('worker', max_rows => 100)), 100, 'a hundred rows are given at once');
select is(cardinality(taken('worker', max_rows => 100)), 20, 'the rest comes with the next pop');
select is(
  (select count(*) from rowlock.event v join rowlock.escalation e on v.subject_id = e.id::text
   where e.description ~ '^n\d' and v.topic = 'escalation.claimed'), 120::bigint, 'each was given once');

-- Arguments
select refused(format($$select taken('worker', max_rows => %s)$$, n), 'PT400', 'argument_invalid', 'out_of_range',
  format('max_rows of %s is refused', n), 'max_rows') from unnest(array[0, -1, 101]) n;
select refused($$select taken('worker', max_rows => null)$$, 'PT400', 'argument_invalid', 'missing', 'no max_rows is refused', 'max_rows');
select refused(format($$select rowlock.escalation_claim_next(duration_minutes => %s, actor => who('worker'))$$, n),
  'PT400', 'argument_invalid', 'out_of_range', format('%s minutes are refused', n), 'duration_minutes') from unnest(array[0, 1441]) n;
select refused($$select taken('worker', roles => array_fill('x'::text, array[1001]))$$,
  'PT400', 'argument_invalid', 'too_many', 'more than a thousand roles are refused', 'roles');

-- Rows that need several people: to each of them once
create function polled(name text, people integer default 2, assigned_to uuid default null) returns uuid language sql as $$
  select ((rowlock.escalation_create(
    role => 'reviewer', type => 'poll', description => polled.name, approvals_required => polled.people,
    assigned_to => polled.assigned_to, actor => who('chief'))).escalation).id;
$$;
create function said(name text, by text, decision text default 'yes') returns text language sql as $$
  select r.status from rowlock.escalation_resolve(
    id => esc(said.name), resolver_payload => jsonb_build_object('decision', said.decision), actor => who(said.by)) r;
$$;
create function polls(by text, max_rows integer default 1, roles text[] default null) returns text[] language sql as $$
  select taken(polls.by, max_rows => polls.max_rows, roles => polls.roles, types => '{poll}');
$$;
select polled('p1'), polled('p2');
select is(polls('worker'), '{p1}', 'a row that needs several people is given to one');
select is(said('p1', 'worker'), 'pending', 'whose answer leaves it open');
select is(polls('worker'), '{p2}', 'the next one is given, and not the same again');
select is(polls('worker', max_rows => 10), '{}', 'what one has answered is no work for oneself');
select is(polls('worker', max_rows => 10, roles => '{reviewer}'), '{}', 'whichever way it is looked for');
select is(polls('worker_two', max_rows => 10), '{p1}', 'for others it is');
select lapse('p1');
select is(polls('worker', max_rows => 10), '{}', 'nor is it when the claim of another lapses');
select is((rowlock.escalation_claim(id => esc('p1'), actor => who('worker'))).is_extension, false, 'whoever thinks again claims it by id');
select is(said('p1', 'worker', 'no'), 'pending', 'and answers again');
select polled('p3', assigned_to => who('own')), polled('p4', assigned_to => who('own'), people => 3);
select is(polls('own'), '{p3}', 'so for who acts on own rows');
select is(said('p3', 'own'), 'pending', 'and keeps them');
select is(polls('own', max_rows => 10), '{p4}', 'each is given once');
update rowlock.escalation set role = 'engineer', assigned_to = null, assigned_until = null, claimed_at = null where description = 'p1';
update rowlock.approval set void = true where escalation_id = esc('p1');
insert into rowlock.membership (user_id, role) values (who('worker'), 'engineer');
select is(polls('worker'), '{p1}', 'an answer that counts no more keeps nobody from the row');
select said('p1', 'worker'), said('p4', 'own');
select ask('behind', type => 'poll', priority => 3);
select is(polls('worker', max_rows => 10), '{p3,p4,behind}', 'what others have answered is given, and what lies behind');
delete from rowlock.membership where user_id = who('worker') and role = 'engineer';

-- One who acts for somebody and that person are one
delete from rowlock.escalation where type = 'poll';
select lend('worker', 'nobody'), polled('for one of two', 3);
select is(polls('nobody'), '{"for one of two"}', 'who acts for somebody is given such a row');
select is(said('for one of two', 'nobody'), 'pending', 'and answers it');
select is(polls('nobody') || polls('worker'), '{}', 'it is given to neither of the two again');
select polled('the giver first', 3), said('the giver first', 'worker');
select is(polls('nobody', max_rows => 10), '{}', 'what the giver has answered is nothing for the delegate');
select is(polls('worker_two', max_rows => 10), '{"for one of two","the giver first"}', 'others are given both');
select back('for one of two', 'the giver first'), lend('lead', 'worker_two'), said('the giver first', 'lead');
select is(polls('worker_two', max_rows => 10), '{"for one of two","the giver first"}', 'who would answer in the own name is kept from nothing by a giver');
select back('for one of two', 'the giver first');
update rowlock.user_account set status = 'suspended' where id = who('nobody');
select is(polls('worker', max_rows => 10), '{"for one of two"}', 'nor is anybody by a delegate who is not active any more');
update rowlock.user_account set status = 'active' where id = who('nobody');
delete from rowlock.delegation;

-- The answer tells empty from held
select ask('left');
create temp view answer as
select (rowlock.escalation_claim_next_answer(result => '{}', types => '{approval}', roles => '{reviewer}', actor => who('worker'))).body;
select is((select body from answer), jsonb_build_object('claimed', '[]'::jsonb, 'available', 1, 'held',
  (select count(*) from rowlock.escalation e where e.role = 'reviewer' and e.type = 'approval' and e.status = 'pending' and e.assigned_until > clock_timestamp())),
  'an empty answer counts what is free and what is held');
select is(
  (rowlock.escalation_claim_next_answer(result => '{}', count => false, actor => who('worker'))).body,
  '{"claimed": []}', 'the counts can be left out');
select is(
  (rowlock.escalation_claim_next_answer(result => '{}', actor => who('nobody'))).body,
  '{"held": 0, "claimed": [], "available": 0}', 'nothing is counted outside the actor''s scope');

-- A long queue is counted once a second, a short one and an empty answer each time.
-- counted(claimed, by): what the answer counts when so many rows were claimed.
create function counted(claimed integer, by text default 'lead') returns integer language sql as $$
  select ((rowlock.escalation_claim_next_answer(
    result => array(select e from rowlock.escalation e where e.role = 'reviewer' limit counted.claimed),
    roles => '{reviewer}', types => '{heap}', actor => who(counted.by))).body ->> 'available')::integer;
$$;
-- heap(n): so many rows more.
create function heap(n integer) returns void language sql as $$
  insert into rowlock.escalation (id, role, type, subtype, created_at, updated_at)
  select rowlock._uuid_v7(), 'reviewer', 'heap', 'heap', now(), now() from generate_series(1, heap.n);
$$;
-- aged(by): what the session has counted is so old.
create function aged(by interval) returns void language sql as $$
  select set_config(
    n.name, (array[k.kept[1], (extract(epoch from clock_timestamp() - aged.by) * 1000000)::bigint] || k.kept[3:])::text, false)
  from (select 'rowlock.claim_counts_' || i from generate_series(0, 15) i) n (name),
    nullif(current_setting(n.name, true), '') c (text), cast(c.text as bigint[]) k (kept)
  where c.text is not null;
$$;
select heap(1000);
select is(counted(1), 1000, 'a queue of 1,000 is counted');
select heap(1);
select is(counted(1), 1001, 'and counted again, because it is not long');
select heap(1);
select aged('0 seconds');
select is(array[counted(1), counted(0)], array[1001, 1002], 'a longer one may be a second old, unless nothing was claimed');
select aged('0 seconds');
select is(counted(1, 'worker'), 1002, 'what was counted serves whoever asks for the same queue');
select aged('1.01 seconds');
select heap(9000);
select is(counted(1), 10000, 'after a second it is counted again, up to 10,000');

select refused($$select rowlock.escalation_claim_next(types => array_fill('a'::text, array[1001]), actor => who('worker'))$$,
  'PT400', 'argument_invalid', 'too_many', 'a pop names at most 1,000 types', 'types');

-- A row that is younger than the call is not claimed before it began
select ask('clock', type => 'clock');
update rowlock.escalation set created_at = clock_timestamp() + interval '1 minute' where description = 'clock';
select rowlock.escalation_claim_next(types => array['clock'], actor => who('worker'));
select is((state_of('clock')).claimed_at, (state_of('clock')).created_at, 'a claim begins no earlier than its row');

-- Who has answered is asked again under the lock; what falls out there hides nothing that lies behind
create temp sequence looks;
grant usage on sequence looks to public;
create or replace function rowlock._escalation_answered(escalation rowlock.escalation, access rowlock.access)
returns boolean language plpgsql volatile security invoker set search_path = pg_catalog, pg_temp as $$
begin
  -- As if a delegate had answered the one just before its lock.
  return escalation.description = 'raced' and nextval('pg_temp.looks') > 1;
end;
$$;
delete from rowlock.escalation where type = 'poll';
select polled('raced'), polled('beside'), polled('last');
update rowlock.escalation set approvals = 1 where type = 'poll';
select is(polls('worker'), '{beside}', 'what was answered meanwhile keeps nobody from the row behind it');
select setval('looks', 1, false);
select is(polls('chief', roles => '{reviewer,engineer}'), '{last}', 'nor from that of several queues');

select * from finish();
rollback;
