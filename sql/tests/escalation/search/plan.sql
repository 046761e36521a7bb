-- Slow: What a page touches as the queues grow: a plan that sorts a queue or walks another's rows fails here.
begin;
\ir ../../_fixtures.psql
\ir ../../_search.psql
select plan(28);
-- As it is when nobody has analyzed it, whatever ran here before; autovacuum waits for the lock.
lock table rowlock.escalation in share update exclusive mode;
delete from pg_statistic where starelid = 'rowlock.escalation'::regclass;
update pg_class set reltuples = -1, relpages = 0 where oid = 'rowlock.escalation'::regclass;

insert into rowlock.role (role) select 'q' || i from generate_series(1, 10) i;
insert into rowlock.membership (user_id, role) select who('worker'), 'q' || i from generate_series(1, 10) i;
select login('tap_worker', 'user', who('worker')), login('tap_filler', 'user', who('filler')), login('tap_chief', 'user', who('chief'));

-- fill(n, …): rows of a role as some past day left them.
create function fill(
  n integer, role text, priority integer, assigned_to uuid default null, until timestamptz default null, expires_at timestamptz default null
) returns void language sql as $$
  insert into rowlock.escalation (
    id, role, type, subtype, priority, assigned_to, assigned_until, expires_at, origin_id, entity, created_at, updated_at)
  select
    rowlock._uuid_v7(), fill.role, 'approval', 'approval', fill.priority, fill.assigned_to, fill.until, fill.expires_at, fill.role || i,
    case when i % 4000 = 0 then 'rare' when i % 2 = 0 then 'common' end, now() - interval '2 days' + i * interval '1 ms', now()
  from generate_series(1, fill.n) i;
$$;
-- ended(n): rows that were resolved long ago.
create function ended(n integer) returns void language sql as $$
  insert into rowlock.escalation (id, role, type, subtype, status, resolved_at, ended_at, created_at, updated_at)
  select rowlock._uuid_v7(), 'reviewer', 'approval', 'approval', 'resolved', t.at, t.at, t.at - interval '1 day', t.at
  from generate_series(1, ended.n) i, lateral (select now() - interval '30 days' + i * interval '1 minute' as at) t;
$$;

-- looked(query, login): the rows of the table that a call looks at, by any kind of scan, and the pages it touches.
create type looks as (rows bigint, scans bigint, buffers bigint);
-- An index scan counts what it fetches at its index, other scans at the table.
create function fetched() returns bigint language sql volatile as $$
  select sum(pg_stat_get_xact_tuples_fetched(i.indexrelid))::bigint
    + pg_stat_get_xact_tuples_fetched('rowlock.escalation'::regclass) + pg_stat_get_xact_tuples_returned('rowlock.escalation'::regclass)
  from pg_index i where i.indrelid = 'rowlock.escalation'::regclass;
$$;
create function looked(query jsonb, login text default 'tap_worker') returns looks language plpgsql as $$
declare
  v_rows  constant bigint := fetched();
  v_scans constant bigint := pg_stat_get_xact_numscans('rowlock.escalation'::regclass);
  v_plan  jsonb;
begin
  v_plan := as_login(login, format(
    'explain (analyze, buffers, format json) select * from rowlock.escalation_search(query => %L)', looked.query))::jsonb;
  return (fetched() - v_rows, pg_stat_get_xact_numscans('rowlock.escalation'::regclass) - v_scans,
    (v_plan #>> '{0,Plan,Shared Hit Blocks}')::bigint + (v_plan #>> '{0,Plan,Shared Read Blocks}')::bigint)::looks;
end;
$$;
create function rows_of(query jsonb, login text default 'tap_worker') returns bigint language sql as $$
  select (looked(rows_of.query, rows_of.login)).rows;
$$;
create function queue(more jsonb default '{}') returns jsonb language sql immutable as $$
  select '{"status": "pending", "count": "false"}' || more;
$$;

-- A page looks at 51 rows of each queue, and at 50 again for their records. Before anybody has analyzed the table, too.
select fill(12000, 'reviewer', 2), ended(8000);
select cmp_ok(rows_of(queue()), '<', 120::bigint, 'a page of a queue of 12,000 that nobody has analyzed looks at a page of rows');
select is((looked(queue() || '{"count": null}')).scans, 0::bigint, 'and neither page nor count reads the whole table');
analyze rowlock.escalation;
select cmp_ok(rows_of(queue()), '<', 120::bigint, 'nor does it once the table is analyzed');
select cmp_ok((looked(queue())).buffers, '<', 2000::bigint, 'in few buffers');
select cmp_ok(rows_of(queue() || '{"count": null}'), '<', 10200::bigint, 'the count stops at 10,001 rows');

select fill(11000, 'reviewer', 3), fill(8000, 'engineer', 1);
analyze rowlock.escalation;
select cmp_ok(rows_of(queue()), '<', 120::bigint, 'with 11,000 more rows, and 8,000 of another role, a page looks at no more');
select cmp_ok(rows_of(queue() || '{"count": null}'), '<', 10200::bigint, 'nor does the count');
select is((looked(queue() || '{"count": null}')).scans, 0::bigint, 'without reading the whole table');
select cmp_ok(rows_of(queue() || '{"count": "exact"}'), '<', 23200::bigint, 'an exact count looks at the rows of its queue, no others');
select cmp_ok(rows_of(queue() || '{"priority": 3, "count": null}'), '<', 10200::bigint, 'within a priority too');

-- Anywhere in the queue
create temp table deep as select (page(queue() || '{"skip_rows": 15000, "role": "reviewer"}', 'worker')).next as next;
select cmp_ok(rows_of(queue() || jsonb_build_object('after', (select next from deep))), '<', 120::bigint,
  'a page behind a cursor, 15,000 rows down, looks at no more than the first');

-- Leases of others
select fill(5000, 'reviewer', 1, who('worker_two'), now() + interval '1 hour');
analyze rowlock.escalation;
select cmp_ok(rows_of(queue() || '{"available": true}'), '<', 120::bigint, 'with 5,000 live leases the available page looks at no more');
select cmp_ok(rows_of(queue()), '<', 5120::bigint, 'a page of all pending rows looks at each lease once');
select cmp_ok(rows_of(queue() || '{"available": false, "count": null}'), '<', 10120::bigint, 'as does one of held rows, and its count');

-- Several roles, and all
select fill(300, 'q' || i, 1 + i % 4) from generate_series(1, 10) i;
analyze rowlock.escalation;
select cmp_ok(rows_of(queue() || '{"available": true}'), '<', 700::bigint, 'eleven roles are eleven pages of rows');
select cmp_ok(rows_of(queue() || '{"available": true}', 'tap_chief'), '<', 800::bigint, 'a global caller looks at one a role');
select is((looked(queue() || '{"count": null}', 'tap_chief')).scans, 0::bigint, 'and reads the whole table for neither page nor count');

-- Own rows
select fill(5, 'reviewer', 1, who('filler'));
analyze rowlock.escalation;
select cmp_ok(rows_of('{"status": "pending"}', 'tap_filler'), '<', 20::bigint, 'who sees own rows alone looks at these, counted');
select cmp_ok(rows_of('{"status": "pending", "order_by": [{"field": "created_at"}]}', 'tap_filler'), '<', 20::bigint, 'in any order');

-- What an index of its own finds
select cmp_ok(rows_of('{"status": "pending", "origin_id": "reviewer77"}'), '<', 20::bigint, 'an origin is looked up, not waited for in the queue');
select cmp_ok(rows_of(queue() || '{"entity": "rare", "count": null}'), '<', 1000::bigint, 'so is an entity that is rare');
select cmp_ok(rows_of(queue() || '{"entity": "common", "available": true}'), '<', 2500::bigint, 'while one that is common is met in the queue');
select cmp_ok(rows_of('{"search": "reviewer77"}'), '<', 20::bigint, 'a search is a few look-ups');
select cmp_ok(rows_of(jsonb_build_object('ids', array(select id from rowlock.escalation limit 20))), '<', 60::bigint, 'ids are as many look-ups');
select cmp_ok(rows_of('{"count": "false", "order_by": [{"field": "created_at", "direction": "desc"}]}', 'tap_chief'), '<', 1000::bigint,
  'the latest rows come from their index');
select cmp_ok(rows_of('{"count": "false", "status": "resolved", "order_by": [{"field": "ended_at", "direction": "desc"}]}'), '<', 1000::bigint,
  'as do the latest answers');
create temp table walked as
select d.direction, (page(jsonb_build_object(
  'skip_rows', 35000, 'count', 'false', 'order_by', jsonb_build_array(jsonb_build_object('field', 'created_at', 'direction', d.direction))))).next
from unnest(array['asc', 'desc']) d (direction);
select cmp_ok(rows_of(jsonb_build_object(
    'after', w.next, 'count', 'false', 'order_by', jsonb_build_array(jsonb_build_object('field', 'created_at', 'direction', w.direction))), 'tap_chief'),
  '<', 1000::bigint, format('35,000 rows down the time, %s, a page behind a cursor is a page too', w.direction))
from walked w;

select * from finish();
rollback;
