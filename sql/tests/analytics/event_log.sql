begin;
\ir ../_fixtures.psql
\ir _rows.psql
select plan(16);

create function told(name text, max_rows integer default 1000, after text default null, query jsonb default '{}')
returns rowlock.analytics_event_log_page language sql as $$
  select rowlock.analytics_event_log(
    since => now() - interval '3 days', max_rows => told.max_rows, after => told.after, query => told.query, actor => who(told.name));
$$;

insert into rowlock.escalation (
  id, role, type, origin_id, status, created_by, assigned_to, assigned_until, claimed_at, resolved_by, resolved_at, ended_at, expires_at, created_at, updated_at)
select
  rowlock._uuid_v7(), 'reviewer', k.type, k.origin, k.status, who('chief'), case when k.claim then who('worker') end,
  case when k.claim then k.born + interval '9 hours' end, case when k.claim then k.born + interval '1 minute' end,
  case when k.status = 'resolved' then who('lead') end, case when k.status = 'resolved' then k.born + interval '5 minutes' end,
  case when k.status <> 'pending' then k.born + interval '5 minutes' end, k.due, k.born, k.born
from (
  select k.*, now() - interval '2 days' + n * interval '1 hour' as born
  from (values
    (1, 'check', 'order-7', 'resolved', true, null::timestamptz), (2, 'ship', 'order-7', 'cancelled', true, null),
    (3, 'ask', null, 'cancelled', false, null), (4, 'wait', null, 'pending', false, now() - interval '1 hour'), (5, 'open', null, 'pending', true, null)
  ) k (n, type, origin, status, claim, due)) k;

create temp table line as
select r.value ->> 0 as case_id, r.value ->> 1 as activity, (r.value ->> 2)::timestamptz as at, r.value ->> 3 as person, r.value ->> 4 as lifecycle,
  (r.value ->> 5)::uuid as id, r.value ->> 6 as role, r.ordinality as n
from jsonb_array_elements((told('worker')).rows) with ordinality r;
select is(
  array(select concat_ws(' ', l.activity, l.lifecycle, coalesce(l.person, '-')) from line l order by l.n),
  array['check schedule chief', 'check start worker', 'check complete lead', 'ship schedule chief', 'ship start worker', 'ship ate_abort -',
    'ask schedule chief', 'ask withdraw -', 'wait schedule chief', 'wait withdraw -', 'open schedule chief', 'open start worker'],
  'a row is its events, in order, with who did it');
select is((select count(distinct l.id) from line l where l.case_id = 'order-7'), 2::bigint, 'rows of one origin are one case');
select is((select distinct l.case_id from line l where l.activity = 'ask'), (select distinct l.id::text from line l where l.activity = 'ask'), 'a row without one is its own');
select is((select l.at from line l where l.activity = 'wait' and l.lifecycle = 'withdraw'), now() - interval '1 hour', 'a due row ended at its deadline');
select is((told('worker')).next, null, 'there is no page after the last');
select is((select count(*) from jsonb_array_elements((told('engineer')).rows)), 0::bigint, 'rows of other roles are none');
select is((select count(*) from jsonb_array_elements((told('worker', query => '{"type": "ask"}')).rows)), 2::bigint, 'a query chooses rows');

delete from rowlock.escalation;
select setseed(0.2);
select sown(500, 100);
-- Several rows of the same instant, and pages of seven: nothing twice, nothing missed.
create temp table walked as
with recursive walk as (
  select told('chief', 7) as page
  union all select told('chief', 7, (w.page).next) from walk w where (w.page).next is not null
)
select (r.value ->> 5)::uuid as id, r.value ->> 4 as lifecycle from walk w, jsonb_array_elements((w.page).rows) r;
select is((select count(*) from walked), (select count(distinct (id, lifecycle)) from walked), 'no event is on two pages');
select set_eq('select distinct id from walked', 'select id from facts where born >= now() - interval ''3 days'' and born < now()', 'every row created in the window is on one');
select cmp_ok((select count(*) from walked), '>', 300::bigint, 'of many');

select refused(format('select rowlock.analytics_event_log(since => now() - interval ''1 day'', max_rows => %s, after => %L, actor => %L)',
  k.max_rows, k.after, who('worker')), 'PT400', 'argument_invalid', k.reason, k.what, k.field)
from (values
  (0, null, 'out_of_range', 'a page has a row', 'max_rows'), (5001, null, 'out_of_range', 'and 5000 at most', 'max_rows'),
  (10, 'next', 'not_cursor', 'a cursor is one that was given', 'after'),
  (10, '2026-13-01T09:00:00.000000Z_0195f3a0-7c1e-7b2a-9d3f-5e4c8b6a7d10', 'not_cursor', 'of a time there is', 'after')
) k (max_rows, after, reason, what, field);
select refused(format('select rowlock.analytics_event_log(since => now(), query => %L, actor => %L)', '{"count": "exact"}', who('worker')), 'PT400',
  'argument_invalid', 'not_before', 'a window has a length', 'since');
select refused(format('select rowlock.analytics_event_log(since => now() - interval ''1 day'', actor => %L)', who('suspended')), 'PT401',
  'actor_active', 'not_active', 'who is suspended gets none');

select * from finish();
rollback;
