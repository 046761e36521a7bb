-- What each element of a query selects.
begin;
\ir ../../_fixtures.psql
\ir ../../_search.psql
select plan(64);

select ask('late'), due('late'), rowlock.escalation_expire();
select ask(n) from unnest(array['free', 'held', 'lapsed', 'done', 'dropped', 'due', 'due_held']) n;
select ask('urgent', priority => 1), ask('slow', priority => 4), ask('other', role => 'engineer', type => 'review');
select ask('routed', assigned_to => who('filler'));
select hold('held', 'worker'), hold('lapsed', 'worker'), hold('due_held', 'worker');
select lapse('lapsed'), due('due'), due('due_held');
update rowlock.escalation set expires_at = clock_timestamp() + interval '1 hour' where id = esc('free');
select rowlock.escalation_resolve(id => esc('done'), resolver_payload => '{}', actor => who('worker'));
select rowlock.escalation_cancel(id => esc('dropped'), actor => who('worker'));

-- Without elements
select is((page('{}')).total, 12::bigint, 'a query without elements finds every row');
select is((page('{}')).total, (select count(*) from rowlock.escalation), 'whatever its status is');
select is(page(null), page('{}'), 'no query is a query without elements');
select is((seen('{}'))[1], 'urgent', 'the most urgent row comes first');
select is((page('{}')).items -> 0, rowlock._escalation_record(state_of('urgent')), 'a row is given as its record');

-- Status
select set_eq($$select unnest(seen('{"status": "pending"}'))$$,
  '{free,urgent,slow,other,held,lapsed,routed}'::text[], 'pending leaves out what is due');
select set_eq($$select unnest(seen('{"status": "expired"}'))$$, '{due,late,due_held}'::text[],
  'expired has the due rows that no sweep has stamped');
select is(seen('{"status": "resolved"}'), '{done}', 'resolved rows');
select is(seen('{"status": ["cancelled"]}'), '{dropped}', 'cancelled rows, by an array');
select set_eq($$select unnest(seen('{"status": ["resolved", "cancelled", "resolved"]}'))$$, '{done,dropped}'::text[],
  'several statuses');
select is((page('{"status": ["pending", "expired"]}')).total, 10::bigint, 'pending and expired together miss no row');
select is((page('{"status": ["pending", "resolved", "cancelled", "expired"]}')).total, 12::bigint, 'all statuses are all rows');
select is(seen('{"status": []}'), '{}', 'an empty set of statuses matches nothing');
select is((page('{"status": null}')).total, 12::bigint, 'a null element is absent');

-- Availability, exactly as the view has it
select set_eq($$select unnest(seen('{"available": true}'))$$,
  $$select description from rowlock.escalations where available$$, 'available is the column of the view, blind to status');
select set_eq($$select unnest(seen('{"available": false}'))$$,
  $$select description from rowlock.escalations where not available$$, 'and so is its opposite');
select set_eq($$select unnest(seen('{"available": true, "status": "pending"}'))$$,
  '{free,urgent,slow,other,lapsed,routed}'::text[], 'what may be claimed: free, lapsed, routed');
select is(seen('{"available": false, "status": "pending"}'), '{held}', 'what is held and not due');
select is(seen('{"held_by_me": true, "status": "pending"}', 'worker'), '{held}', 'what I hold');
select is(seen('{"held_by_me": true, "status": "pending"}', 'worker_two'), '{}', 'another holds nothing');
select is(seen('{"held_by_me": true, "status": "expired"}', 'worker'), '{due_held}', 'held is blind to the deadline');
select set_eq($$select unnest(seen('{"held_by_me": false, "status": "pending", "role": "reviewer"}', 'worker'))$$,
  '{free,urgent,slow,lapsed,routed}'::text[], 'what I do not hold');

-- Columns
update rowlock.escalation set
  subtype = 'sub', entity = 'Müller''s', origin_id = 'o-1', workflow_id = 'w-1', task_id = '00000000-0000-4000-8000-00000000000a'
where id = esc('slow');
update rowlock.escalation set origin_id = 'w-1', workflow_id = 'x', entity = '100%' where id = esc('urgent');
select is(seen('{"type": "review"}'), '{other}', 'by type');
select is(seen('{"subtype": "sub"}'), '{slow}', 'by subtype');
select is(seen('{"entity": "Müller''s"}'), '{slow}', 'by entity, as it is written');
select is(seen('{"entity": "100%"}'), '{urgent}', 'a percent sign is itself');
select is(seen('{"entity": "%"}'), '{}', 'and no pattern');
select is(seen('{"entity": "x'' or true --"}'), '{}', 'text is a value, whatever it looks like');
select is(seen('{"status": "pending", "entity": "x'' or true --"}'), '{}', 'in a queue too');
select is(seen('{"priority": 1}'), '{urgent}', 'by priority');
select is(seen('{"priority": 4.0}'), '{slow}', 'a whole number may have a fraction of zero');
select is(seen('{"status": "pending", "priority": 4}'), '{slow}', 'by priority in a queue');
select is(seen(jsonb_build_object('assigned_to', who('filler'))), '{routed}', 'by assignee');
select is(seen('{"origin_id": "o-1"}'), '{slow}', 'by origin');
select is(seen('{"workflow_id": "w-1"}'), '{slow}', 'by workflow');
select is(seen('{"task_id": "00000000-0000-4000-8000-00000000000A"}'), '{slow}', 'by task, in either case');
select set_eq(
  $$select unnest(seen(jsonb_build_object('ids', array[esc('free'), esc('done'), esc('done'), gen_random_uuid()])))$$,
  '{free,done}'::text[], 'by ids; unknown ones are no obstacle');
select is(seen('{"ids": []}'), '{}', 'an empty set of ids matches nothing');
select is(seen(jsonb_build_object('ids', array[esc('free'), esc('done')], 'status', 'pending')), '{free}',
  'elements are joined by AND');
select is(seen('{"type": "approval", "subtype": "sub", "entity": "Müller''s", "priority": 4, "origin_id": "o-1", "workflow_id": "w-1", "status": "pending", "available": true, "role": "reviewer", "search": "o-1", "task_id": "00000000-0000-4000-8000-00000000000a"}'),
  '{slow}', 'all of them');
select is(seen('{"type": "approval", "origin_id": "o-2"}'), '{}', 'one that fails is enough');

-- Search
select is(seen(jsonb_build_object('search', esc('held'))), '{held}', 'a search finds an id');
select is(seen(jsonb_build_object('search', upper(esc('held')::text))), '{held}', 'an id in capitals too');
select set_eq($$select unnest(seen('{"search": "w-1"}'))$$, '{slow,urgent}'::text[], 'an origin or a workflow of that name');
select is(seen('{"search": "w-"}'), '{}', 'no part of one');
select is(seen('{"search": "not-a-uuid"}'), '{}', 'a term that is no id finds nothing, and is no error');
select is((page('{"search": ""}')).total, 12::bigint, 'an empty search box is no search');

-- Windows
update rowlock.escalation set created_at = '2026-01-02T00:00:00Z', updated_at = '2026-01-02T00:00:00Z'
where id in (esc('free'), esc('held'));
update rowlock.escalation set created_at = '2026-01-03T00:00:00Z' where id = esc('urgent');
select set_eq($$select unnest(seen('{"created": {"from": "2026-01-02", "to": "2026-01-03"}}'))$$, '{free,held}'::text[],
  'a window has its beginning and not its end');
select set_eq($$select unnest(seen('{"created": {"from": "2026-01-02T00:00:00.000001Z", "to": "2026-01-03T00:00:00.000001Z"}}'))$$,
  '{urgent}'::text[], 'to the microsecond');
select set_eq($$select unnest(seen('{"created": {"to": "2026-01-03 01:00:00+01:00"}}'))$$, '{free,held}'::text[], 'open at the beginning, with an offset');
select set_eq($$select unnest(seen('{"status": "pending", "created": {"to": "2026-02-01", "from": null}}'))$$,
  '{free,held,urgent}'::text[], 'in a queue; a null bound is none');
set local timezone = 'Asia/Tokyo';
set local datestyle = 'German';
select set_eq($$select unnest(seen('{"created": {"to": "2026-01-03"}}'))$$, '{free,held}'::text[],
  'a time without an offset is UTC, whatever the session''s zone is');
select is(array_length(walk('{"order_by": [{"field": "updated_at"}]}'), 1), 12, 'and a walk goes on in that session');
reset timezone;
reset datestyle;
select is((page('{"created": {}}')).total, 12::bigint, 'an empty window is none');
select is((page('{"created": {"from": "2026-01-03", "to": "2026-01-02"}}')).total, 0::bigint, 'a window that ends before it begins has nothing');
select set_eq($$select unnest(seen('{"ended": {"from": "2000-01-01"}}'))$$,
  $$select description from rowlock.escalation where ended_at is not null$$, 'what ended');
select is((page('{"ended": {"to": "2000-01-01"}}')).total, 0::bigint, 'what has not ended is in no window of ends');
select is((page('{"status": "pending", "ended": {"from": "2000-01-01"}}')).total, 0::bigint, 'in a queue nothing has ended');

-- Other names
select is(array_length(seen('{"limit": 3}'), 1), 3, 'limit is max_rows');
select is(seen('{"offset": 2, "limit": 2}'), (seen('{}'))[3:4], 'offset is skip_rows');
select is(seen('{"offset": null, "skip_rows": 1, "max_rows": 2}'), (seen('{}'))[2:3], 'a null alias does not compete');
select is(seen('{"originId": "o-1", "maxRows": 1, "skipRows": 0}'), '{slow}', 'camelCase is snake_case');
select is(seen('{"originId": "o-1", "origin_id": null}'), '{slow}', 'where it does not compete');
select is(seen('{"skip_rows": 2147483647}'), '{}', 'behind the last row there is nothing');

select * from finish();
rollback;
