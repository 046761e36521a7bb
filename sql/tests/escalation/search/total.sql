-- A total is exact up to 10,000; beyond that it is 10,000 and says so, unless the exact one is asked for.
begin;
\ir ../../_fixtures.psql
\ir ../../_search.psql
select plan(24);

-- fill(n, …): n pending rows.
create function fill(
  n integer, role text, assigned_to uuid default null, until timestamptz default null, expires_at timestamptz default null
) returns void language sql as $$
  insert into rowlock.escalation (id, role, type, subtype, assigned_to, assigned_until, expires_at, created_at, updated_at)
  select rowlock._uuid_v7(), fill.role, 'approval', 'approval', fill.assigned_to, fill.until, fill.expires_at, now() - interval '2 days', now()
  from generate_series(1, fill.n);
$$;
create function total(query jsonb, by text default 'worker') returns text language sql stable as $$
  select format('%s%s', p.total, case when p.total_capped then ' or more' else '' end) from page(total.query, total.by) p;
$$;
create function queue() returns jsonb language sql immutable as $$ select '{"status": "pending"}'::jsonb; $$;

select fill(6000, 'reviewer'), fill(3999, 'reviewer', who('worker_two'), now() + interval '1 hour'), fill(1, 'reviewer', who('worker'), now() - interval '1 hour');
select is(total(queue()), '10000', '10,000 pending rows are counted, free and leased');
select is(total('{}'), '10000', 'and any rows');
select is(total(queue() || '{"available": true}'), '6001', 'of which available');
select is(total(queue() || '{"available": false}'), '3999', 'and held');
select is(total(queue(), 'chief'), '10000', 'a global caller counts the same');

select fill(300, 'reviewer', expires_at => now() - interval '1 day');
select is(total(queue()), '10000', 'due rows are none of them');
select is(total(queue() || '{"available": true, "priority": 2}'), '6001', 'nor of the available ones');
select is(total('{"status": "expired"}'), '300', 'they count as expired');
select is(total('{}'), '10000 or more', 'and are among all rows');
select is(total('{"count": "exact"}'), '10300', 'counted exactly');

select fill(1, 'reviewer');
select is(total(queue()), '10000 or more', '10,001 rows are more than 10,000');
select is(total(queue() || '{"count": "exact"}'), '10001', 'the exact count goes on');
select is(total(queue() || '{"count": "exact", "type": "approval"}'), '10001', 'by another element too');
select is(total(queue() || '{"type": "approval"}'), '10000 or more', 'or stops at the same number');
select is(total(queue() || '{"order_by": [{"field": "type"}]}'), '10000 or more', 'in any order');
select is(total(queue() || '{"skip_rows": 9990}'), '10000 or more', 'at any offset');
select is(total(queue() || '{"skip_rows": 10000, "count": "exact"}'), '10001', 'also where the page itself is the last');
select is(total(queue() || '{"skip_rows": 10000}'), '10000 or more', 'which doesn''t lift the cap');
select is(total(queue() || '{"count": "false"}'), '', 'no count is asked for, none is given');
select is(total(queue() || '{"count": false}'), '', 'in either form');

-- Rows of several roles are one count
select fill(6000, 'engineer'), fill(6000, 'planner', who('filler'));
select is(total(queue() || '{"roles": ["engineer", "planner"]}', 'chief'), '10000 or more', 'each role below the cap, both above');
select is(total(queue() || '{"roles": ["engineer", "planner"], "count": "exact"}', 'chief'), '12000', 'counted exactly');

-- More due rows than one would subtract
select fill(10001, 'engineer', expires_at => now() - interval '1 day');
select is(total(queue(), 'engineer'), '6000', 'a sweep that is far behind changes no total');
select is(total('{"status": "expired", "count": "exact"}', 'engineer'), '10001', 'nor hides what it has to do');

select * from finish();
rollback;
