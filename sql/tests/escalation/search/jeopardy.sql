-- What is in jeopardy: pending, not held, and older than the role allows.
begin;
\ir ../../_fixtures.psql
\ir ../../_search.psql
select plan(28);

insert into rowlock.role (role) values ('engineer'), ('planner') on conflict do nothing;
create function dials(role text, threshold numeric, sla numeric, facet text default null) returns void language sql as $$
  update rowlock.role r set priority_threshold_minutes = dials.threshold, sla_minutes = dials.sla, priority_facet = dials.facet
  where r.role = dials.role;
$$;
create function old(name text, age interval) returns void language sql as $$
  update rowlock.escalation e set created_at = clock_timestamp() - old.age where e.description = old.name;
$$;
select ask(n) from unnest('{new,old,held,lapsed,done,due}'::text[]) n;
select ask('other', role => 'engineer');
select hold('held', 'worker'), hold('lapsed', 'worker'), lapse('lapsed');
select old('done', '50 minutes');
select rowlock.escalation_resolve(id => esc('done'), resolver_payload => '{}', actor => who('worker'));
select old(n, '50 minutes') from unnest('{old,held,lapsed,other}'::text[]) n;
select due('due');

select dials('reviewer', null, null);
select is(seen('{"jeopardy": true}'), '{}', 'without a threshold nothing is in jeopardy');
select is((page('{"jeopardy": false}')).total, 7::bigint, 'everything is not');
select dials('reviewer', null, 40);
select set_eq($$select unnest(seen('{"jeopardy": true}'))$$, '{old,lapsed}'::text[], 'older than the minutes of the SLA, and not held');
select set_eq($$select unnest(seen('{"jeopardy": false}'))$$, '{new,held,done,due,other}'::text[], 'the others');
select is((page('{"jeopardy": true, "limit": 1}')).total, 2::bigint, 'counted on its own');
select is((page('{"jeopardy": false, "limit": 1}')).total, 5::bigint, 'and the others');
select is((page('{"jeopardy": true, "limit": 1, "count": "exact"}', 'worker')).total, 2::bigint, 'in the queues of a scope');
select is(seen('{"jeopardy": true, "status": "resolved"}'), '{}', 'what has ended is not in jeopardy');
select is(seen('{"jeopardy": true}', 'engineer'), '{}', 'each role has its own threshold');
select dials('engineer', 5, null);
select is(seen('{"jeopardy": true}', 'engineer'), '{other}', 'which counts for it');
select dials('reviewer', 60, 40);
select is(seen('{"jeopardy": true, "role": "reviewer"}'), '{}', 'the threshold goes before the SLA');
select dials('reviewer', 0, 40);
select set_eq($$select unnest(seen('{"jeopardy": true, "role": "reviewer"}'))$$, '{new,old,lapsed}'::text[], 'zero is a threshold');
select dials('reviewer', 1e200, null);
select is(seen('{"jeopardy": true, "role": "reviewer"}'), '{}', 'a threshold beyond all time is none that is reached');

-- Counted from a facet
select dials('reviewer', 30, null, 'since');
select is(seen('{"jeopardy": true, "role": "reviewer"}'), '{}', 'a row without the facet is not counted');
create function since(value jsonb) returns text[] language plpgsql as $$
begin
  update rowlock.escalation e set metadata = jsonb_build_object('since', since.value) where e.id = esc('new');
  return seen('{"jeopardy": true, "role": "reviewer"}');
end;
$$;
select is(since(v), '{}', format('nor is one with %s', v)) from (values
  ('"yesterday"'::jsonb), ('"now"'), ('"-infinity"'), ('"2026-02-31T00:00:00Z"'), ('5'), ('{"a": 1}'), ('null'), ('"01.02.2020"'), (to_jsonb(clock_timestamp() - interval '29 minutes'))) v (v);
set local timezone = 'Asia/Tokyo';
set local datestyle = 'German';
select is(since(to_jsonb(to_char((clock_timestamp() - interval '31 minutes') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS'))), '{new}',
  'a time without an offset is UTC, whatever the session''s zone is');
select is(since(to_jsonb(to_char((clock_timestamp() - interval '29 minutes') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS'))), '{}', 'to the minute');
select is(since('"2020-01-01"'), '{new}', 'a date will do');
select is(since('"2020-01-01T00:00:00+02:00"'), '{new}', 'with an offset too');
select is((select count(*) from rowlock.escalation e join rowlock.role r on r.role = e.role
  where rowlock._escalation_in_jeopardy(e, r, clock_timestamp())), (page('{"jeopardy": true}')).total, 'a count by the same expression agrees');

select * from finish();
rollback;
