-- Slow: Rows that ended long ago move to the tables of their months, and everything reads as before.
begin;
\ir ../_fixtures.psql
\ir ../analytics/_rows.psql
select plan(31);
insert into rowlock.role (role, sla_minutes) values ('reviewer', 60) on conflict do nothing;
select setseed(0.9);
select sown(2000, 2400);
select ask('kept', signal_key => 'wait-7'), ask('asked twice', signal_key => 'wait-8');
select rowlock.escalation_resolve_by_signal_key(signal_key => 'wait-7', resolver_payload => '{"ok": true}', actor => who('worker'));
-- One that was answered a year ago.
set local session_replication_role = replica;
update rowlock.escalation set created_at = now() - interval '400 days', resolved_at = now() - interval '399 days',
  ended_at = now() - interval '399 days' where description = 'kept';
set local session_replication_role = origin;

-- everything(): what readers are told, before and after.
create function everything() returns table (what text, told jsonb) language sql as $$
  select 'search', (rowlock.escalation_search(query => '{"count": "exact", "limit": 500, "order_by": [{"field": "created_at"}]}', actor => who('chief'))).items
  union all select 'total', to_jsonb((rowlock.escalation_search(query => '{"count": "exact", "limit": 1}', actor => who('chief'))).total)
  union all select 'facets', to_jsonb((rowlock.escalation_search(query => '{"count": "exact", "limit": 1, "facets": {"n": 3}, "status": "resolved"}', actor => who('worker'))).total)
  union all select 'view', (select jsonb_agg(to_jsonb(e) - 'available' - 'held' - 'due' order by e.id) from rowlock.escalations e)
  union all select 'get', (select jsonb_agg(to_jsonb(g) order by g.id) from rowlock.escalation_get(id => esc('kept'), actor => who('worker')) g)
  union all select 'wait', to_jsonb(rowlock.wait_status(signal_key => 'wait-7', actor => who('worker')))
  union all select 'stats', to_jsonb(s) - 'oldest_pending_minutes' from rowlock.escalation_stats(period => '30d', actor => who('chief')) s
  union all select 'backlog', (select jsonb_agg(to_jsonb(b) order by b.since) from rowlock.analytics_backlog(
    since => now() - interval '90 days', until => now() - interval '1 minute', step => '1 day', actor => who('chief')) b)
  union all select 'flow', (select jsonb_agg(to_jsonb(b) order by b.since) from rowlock.analytics_flow(
    since => now() - interval '90 days', until => now() - interval '1 minute', step => '1 month', actor => who('worker')) b)
  union all select 'histogram', (select jsonb_agg(to_jsonb(b) order by b.low) from rowlock.analytics_histogram(
    since => now() - interval '90 days', until => now() - interval '1 minute', actor => who('chief')) b)
  union all select 'event log', (rowlock.analytics_event_log(
    since => now() - interval '90 days', until => now() - interval '1 minute', max_rows => 5000, actor => who('chief'))).rows;
$$;
create temp table before as select * from everything();

select cmp_ok(rowlock.escalation_archive(older_than => '10 days', max_rows => 100, actor => who('chief')), '<=', 100::bigint, 'a call moves a batch');
create function drained() returns bigint language plpgsql as $$
declare
  v_all bigint := 0; v_now bigint;
begin
  loop
    v_now := rowlock.escalation_archive(older_than => '10 days', max_rows => 500, actor => who('chief'));
    exit when v_now = 0;
    v_all := v_all + v_now;
  end loop;
  return v_all;
end;
$$;
select cmp_ok(drained(), '>', 800::bigint, 'and the calls after it the rest');
select is((select count(*) from only rowlock.escalation e where e.ended_at < now() - interval '10 days'), 0::bigint, 'what ended before is no more in the queue''s table');
select cmp_ok((select count(*) from only rowlock.escalation e), '>', 100::bigint, 'the others are');
select cmp_ok((select count(*) from pg_inherits i where i.inhparent = 'rowlock.escalation'::regclass), '>=', 4::bigint, 'each month has a table');
select is(e.told, b.told, format('%s is as before', b.what)) from before b join everything() e using (what) order by b.what;

select is((rowlock.escalation_create(role => 'reviewer', type => 'approval', signal_key => 'wait-7', actor => who('chief'))).created, false,
  'a key stays taken: who asks again gets the stored answer');
select refused(format('select rowlock.escalation_resolve(id => %L, resolver_payload => ''{}'', actor => %L)', esc('kept'), who('worker')), 'PT409',
  'escalation_resolved', 'resolved', 'a late answer is told that there was one');
select refused(format('select rowlock.escalation_claim(id => %L, actor => %L)', esc('kept'), who('worker')), 'PT409',
  'escalation_resolved', 'resolved', 'and so is a late claim');
select throws_ok($$ update rowlock.escalation set priority = 3 where description = 'kept' $$, 'PT409', 'escalation has ended', 'nothing changes there');

-- Children have what the parent has.
select is_empty($$
  select pg_get_indexdef(p.indexrelid) from pg_index p
  where p.indrelid = 'rowlock.escalation'::regclass and coalesce(pg_get_expr(p.indpred, p.indrelid), '') !~ 'pending'
    and not exists (
      select from pg_index c join pg_inherits i on i.inhrelid = c.indrelid and i.inhparent = p.indrelid
      where split_part(pg_get_indexdef(c.indexrelid), ' USING ', 2) = split_part(pg_get_indexdef(p.indexrelid), ' USING ', 2)) $$,
  'every index that finds ended rows is there too');

-- plan_of(statement): the tables that a plan reads.
create function tables_of(statement text) returns text[] language plpgsql as $$
declare
  v_plan jsonb;
begin
  execute 'explain (format json) ' || statement into v_plan;
  return array(select distinct t #>> '{}' from jsonb_path_query(v_plan, '$.**."Relation Name"') t order by 1);
end;
$$;
select is(tables_of($$ select e.id from rowlock.escalation e where e.status = 'pending' and e.assigned_until is null and e.role = 'reviewer' $$),
  '{escalation}', 'a plan for pending rows reads the queue''s table alone');
select is(cardinality(tables_of($$ select count(*) from rowlock.escalation e where e.role = 'reviewer' and e.ended_at >= now() - interval '5 days' $$ )) >= 1, true, 'a window reads what it meets');
select ok(not 'escalation_' || to_char(now() - interval '60 days', 'YYYY_MM') = any (tables_of(format(
    $$ select count(*) from rowlock.escalation e where e.role = 'reviewer' and e.ended_at >= %L $$, now() - interval '5 days'))),
  'and no month before it');

-- What is imported may be of any year; one year of each era has the same number.
select rowlock.escalation_import(source => 'stone', rows => jsonb_agg(jsonb_build_object(
  'origin_id', 'o', 'key', era, 'type', 'a', 'role', 'mill', 'created_at', '0044-03-15 ' || era, 'resolved_at', '0044-03-16 ' || era)), actor => who('chief'))
from unnest('{AD,BC}'::text[]) era;
select is(drained(), 2::bigint, 'months of both eras are kept apart');

select refused(format('select rowlock.escalation_archive(older_than => %L, max_rows => %s, actor => %L)', k.older_than, k.max_rows, who(k.name)),
  k.state, k.code, k.reason, k.what, k.field)
from (values
  ('23 hours', 10, 'chief', 'PT400', 'argument_invalid', 'too_young', 'a day is the least', 'older_than'),
  ('101 years', 10, 'chief', 'PT400', 'argument_invalid', 'too_far', 'a century is the most', 'older_than'),
  ('170000000 years', 10, 'chief', 'PT400', 'argument_invalid', 'too_far', 'and nothing leaves the calendar', 'older_than'),
  ('1 day', 0, 'chief', 'PT400', 'argument_invalid', 'out_of_range', 'a batch has a row', 'max_rows'),
  ('1 day', 10, 'lead', 'PT403', 'actor_global', 'not_global', 'only global callers archive', null),
  ('1 day', 10, 'suspended', 'PT401', 'actor_active', 'not_active', 'and no suspended one', null)
) k (older_than, max_rows, name, state, code, reason, what, field);

select * from finish();
rollback;
