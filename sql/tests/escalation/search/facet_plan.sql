-- Slow: What a page by facets touches: the index where few rows have them, the head of the queue where many do.
begin;
\ir ../../_fixtures.psql
\ir ../../_search.psql
select plan(16);

insert into rowlock.membership (user_id, role) values (who('engineer'), 'planner');
select login('tap_worker', 'user', who('worker')), login('tap_engineer', 'user', who('engineer')), login('tap_chief', 'user', who('chief'));

-- Half of the rows are in the north, each has an order of its own, one in a thousand is of a batch; and nobody analyzes
-- metadata as wide as this.
create function fill(n integer, role text) returns void language sql as $$
  insert into rowlock.escalation (id, role, type, subtype, priority, metadata, created_at, updated_at)
  select
    rowlock._uuid_v7(), fill.role, 'approval', 'approval', 1 + i % 3,
    jsonb_build_object('site', case i % 2 when 0 then 'north' else 'south' end, 'order', fill.role || i, 'batch', i % 1000,
      'size', i, 'note', repeat(md5(i::text), 40)),
    now() - interval '2 days' + i * interval '1 ms', now()
  from generate_series(1, fill.n) i;
$$;
select fill(15000, 'reviewer'), fill(5000, 'engineer'), fill(100, 'planner');
analyze rowlock.escalation;

create type looks as (rows bigint, scans bigint, buffers bigint);
create function fetched() returns bigint language sql volatile as $$
  select sum(pg_stat_get_xact_tuples_fetched(i.indexrelid))::bigint
    + pg_stat_get_xact_tuples_fetched('rowlock.escalation'::regclass) + pg_stat_get_xact_tuples_returned('rowlock.escalation'::regclass)
  from pg_index i where i.indrelid = 'rowlock.escalation'::regclass;
$$;
create function looked(facets jsonb, more jsonb default '{}', login text default 'tap_worker') returns looks language plpgsql as $$
declare
  v_rows  constant bigint := fetched();
  v_scans constant bigint := pg_stat_get_xact_numscans('rowlock.escalation'::regclass);
  v_query constant jsonb := jsonb_build_object('status', 'pending', 'facets', facets, 'max_rows', 20, 'count', 'false') || more;
  v_plan  jsonb;
begin
  v_plan := as_login(login, format('explain (analyze, buffers, format json) select * from rowlock.escalation_search(query => %L)', v_query))::jsonb;
  return (fetched() - v_rows, pg_stat_get_xact_numscans('rowlock.escalation'::regclass) - v_scans,
    (v_plan #>> '{0,Plan,Shared Hit Blocks}')::bigint + (v_plan #>> '{0,Plan,Shared Read Blocks}')::bigint)::looks;
end;
$$;
create function rows_of(facets jsonb, more jsonb default '{}', login text default 'tap_worker') returns bigint language sql as $$
  select (looked(rows_of.facets, rows_of.more, rows_of.login)).rows;
$$;

-- The head of each queue is looked at, 256 rows in all; then comes the better of the two ways.
select cmp_ok(rows_of('{"order": "reviewer77"}'), '<', 350::bigint, 'one row among 20,000 is looked up');
select cmp_ok(rows_of('{"order": "reviewer77"}', '{"count": null}'), '<', 350::bigint, 'and counted');
select cmp_ok((looked('{"order": "reviewer77"}')).buffers, '<', 1200::bigint, 'in few buffers');
select cmp_ok(rows_of('{"order": "none"}', '{"count": null}'), '<', 350::bigint, 'that there is none is found as quickly');
select cmp_ok(rows_of('{"batch": 7}', '{"count": null}'), '<', 450::bigint, 'so are the twenty of a batch');
select cmp_ok(rows_of('{"batch": 7, "site": "south"}', '{"count": null}'), '<', 450::bigint, 'with another facet that half of the rows have');
select cmp_ok(rows_of('{"site": "north"}'), '<', 700::bigint, 'a page of what half of the rows have is met at the head of the queue');
select cmp_ok((looked('{"site": "north"}')).buffers, '<', 2500::bigint, 'in few buffers');
select cmp_ok(rows_of('{"site": "north"}', jsonb_build_object('after',
  (page('{"status": "pending", "facets": {"site": "north"}, "skip_rows": 4500, "role": "reviewer", "count": "false"}', 'worker')).next)), '<', 700::bigint,
  'as it is behind a cursor, 4,500 rows down');
select cmp_ok(rows_of('{"site": "north"}', '{"available": true}', 'tap_chief'), '<', 1200::bigint, 'a global caller looks at the head of each queue');
select cmp_ok(rows_of('{"site": "north"}', '{"role": "planner", "count": null}', 'tap_engineer'), '<', 600::bigint,
  'a short queue is read to its end, whatever the long ones hold');
select cmp_ok(rows_of('{"site": "north"}', '{"role": "planner", "count": null}', 'tap_chief'), '<', 600::bigint, 'for a global caller too');
select is((looked('{"order": "reviewer77"}', '{"count": null}', 'tap_chief')).scans, 0::bigint, 'the whole table is read for neither page nor count');

-- Any status, any order
select cmp_ok(rows_of('{"batch": 7}', '{"status": null, "count": null}'), '<', 250::bigint, 'rows of every status come from the index');
select cmp_ok(rows_of('{"batch": 7}', '{"order_by": [{"field": "metadata.size", "numeric": true}], "count": null}'), '<', 250::bigint,
  'as do those in the order of a facet');
-- A head that promises more than the queue keeps: what the walk misses, the index finds.
update rowlock.escalation set metadata = metadata || '{"head": true}'
where id in (select e.id from rowlock.escalation e where e.role = 'reviewer' order by e.priority, e.created_at limit 15);
select cmp_ok(rows_of('{"head": true}'), '<', 1500::bigint, 'fifteen rows at the head, and none behind, are no walk to the end');

select * from finish();
rollback;
