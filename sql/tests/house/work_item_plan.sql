-- Slow: What reading a tree of 10,000 items touches: a plan that reads other items fails here.
begin;
\ir ../_fixtures.psql
select plan(16);

select login('tap_reader', 'user', who('nobody')), login('tap_writer', 'user', who('planner'));
-- forest(slug, n): a project with one tree of n items, ten below each, and as many roots; made of what is right as it
-- stands, so that no trigger has to ask.
create function forest(slug text, n integer) returns void language plpgsql as $$
declare
  v_project constant uuid := project(slug);
begin
  perform set_config('session_replication_role', 'replica', true);
  with recursive tree (i, id, parent_id, path) as (
    select 1, md5(slug || 1)::uuid, null::uuid, left(md5(slug || 1), 8)
    union all
    select c.i, md5(slug || c.i)::uuid, t.id, t.path || '/' || left(md5(slug || c.i), 8)
    from tree t, generate_series(10 * t.i - 8, least(10 * t.i + 1, n)) c (i)
  )
  insert into rowlock.work_item (id, project_id, parent_id, kind, title, assignee, path, created_at, updated_at)
  select t.id, v_project, t.parent_id, 'task', slug || ' ' || t.i, case when t.i % 1000 = 0 then 'ada' end, t.path, now(), now() from tree t
  union all
  select r.id, v_project, null, 'task', slug || ' root', null, left(r.id::text, 8), now(), now()
  from (select gen_random_uuid() as id from generate_series(1, n)) r;
  perform set_config('session_replication_role', 'origin', true);
end;
$$;
select forest('plan', 10000), forest('other', 10000), forest('few', 20);
analyze rowlock.work_item;
create function at(n integer) returns text language sql as $$ select quote_literal((item_of('plan ' || at.n)).id) $$;

-- looked(by, call, mode): buffers of one call as an unprivileged login, and sequential scans of the table, once its plans are made.
create function looked(by name, call text, mode text, out buffers integer, out scans bigint) language plpgsql as $$
declare
  v_plan jsonb;
begin
  perform set_config('plan_cache_mode', mode, true);
  for i in 1 .. 2 loop
    scans := pg_stat_get_xact_numscans('rowlock.work_item'::regclass);
    v_plan := as_login(by, 'explain (analyze, buffers, format json) select count(*) from rowlock.' || call)::jsonb #> '{0,Plan}';
    buffers := least(buffers, (v_plan ->> 'Shared Hit Blocks')::integer + (v_plan ->> 'Shared Read Blocks')::integer);
    scans := pg_stat_get_xact_numscans('rowlock.work_item'::regclass) - scans;
  end loop;
  perform set_config('plan_cache_mode', 'auto', true);
end;
$$;
create table asked as
select row_number() over () as n, c.*, m.mode from (values
  (format('work_item_subtree(id => %s)', at(2)), 2500), (format('work_item_subtree(id => %s)', at(9999)), 60),
  (format('work_item_list(parent_id => %s, max_rows => 10)', at(1)), 100),
  (format('work_item_list(project_id => %L, roots => true, max_rows => 20)', project('plan')), 100),
  (format('work_item_list(project_id => %L, max_rows => 20)', project('plan')), 150), ('work_item_list(assignee => ''ada'', max_rows => 20)', 150),
  (format('project_board(id => %L)', project('few')), 1500)
) c (call, most), unnest(array['auto', 'force_generic_plan']) m (mode);
create temp table after as select a.*, k.* from asked a, looked('tap_reader', a.call, a.mode) k;
select diag(format('%s %s: %s buffers', a.mode, a.call, a.buffers)) from after a order by n;
select is((select array_agg(a.mode || ' ' || a.call) from after a where a.scans > 0), null, 'nothing reads all items');
select cmp_ok(a.buffers, '<', a.most, format('%s, %s touches little', a.call, a.mode)) from after a order by n;
select is((select count(*) from rowlock.work_item_subtree(id => (item_of('plan 1')).id, actor => who('nobody'))), 10000::bigint, 'the tree is that large');

select * from finish();
rollback;
