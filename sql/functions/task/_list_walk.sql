-- rowlock._task_list_walk(query, access, batch, wanted): one step of a list, over the next tasks of one index.
-- Reads: rowlock.task, rowlock.escalation.
create or replace function rowlock._task_list_walk(
  query  jsonb,
  access rowlock.access,
  batch  integer,
  wanted integer
)
returns rowlock.task_walk
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_columns constant text[] := array[
    'workflow_id', 'origin_id', 'parent_workflow_id', 'initiated_by', 'status', 'workflow_type', 'lt_type', 'task_queue',
    'parent_id'];
  -- One element drives, by its own index; two at once could be rare together, and the walk would have no end.
  v_driver  text;
  v_walk    rowlock.task_walk;
begin
  select c.name into v_driver
  from unnest(v_columns[1 : 6]) with ordinality c (name, n)
  where query ? c.name and (c.name <> 'status' or jsonb_array_length(query -> 'status') = 1)
  order by c.n
  limit 1;

  -- Dynamic, so that each step has the plan of its driver: the text is made of these columns, the values are bound.
  execute format($q$
    with walk as materialized (
      select
        t.id, t.created_at, t.workflow_id, t.workflow_type, t.lt_type, t.task_queue, t.status, t.origin_id,
        t.parent_workflow_id, t.parent_id, t.initiated_by, t.escalation_id
      from rowlock.task t
      where %s
        and t.created_at >= coalesce(($1 #>> '{created,from}')::timestamptz, '-infinity')
        and t.created_at < coalesce(($1 #>> '{created,to}')::timestamptz, 'infinity')
        and (t.created_at, t.id) < (
          coalesce(($1 #>> '{key,0}')::timestamptz, 'infinity'),
          coalesce(($1 #>> '{key,1}')::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
      order by t.created_at desc, t.id desc
      limit $3
    ),
    -- Only what is on the page is read whole.
    found as materialized (
      select t.id, s.whole
      from walk t
      cross join lateral rowlock._task_scope(
        id => t.id, initiated_by => t.initiated_by, escalation_id => t.escalation_id, access => $2) s (whole)
      where %s
      order by t.created_at desc, t.id desc
      limit $4
    ),
    page as (
      select k.task, f.whole
      from found f
      cross join lateral (select t as task from rowlock.task t where t.id = f.id offset 0) k
    )
    select
      (select coalesce(jsonb_agg(rowlock._task_record(task => p.task, whole => p.whole)
         order by (p.task).created_at desc, (p.task).id desc), '[]') from page p),
      (select coalesce(jsonb_agg(jsonb_build_array((p.task).created_at, (p.task).id)
         order by (p.task).created_at desc, (p.task).id desc), '[]') from page p),
      (select count(*) from walk w),
      (select jsonb_build_array(w.created_at, w.id) from walk w order by w.created_at, w.id limit 1)$q$,
    coalesce(rowlock._task_list_where(columns => array[v_driver]), 'true'),
    coalesce((
      select rowlock._task_list_where(columns => array_agg(c.name))
      from unnest(v_columns) c (name)
      where query ? c.name and c.name is distinct from v_driver), 'true'))
  into v_walk
  using query, access, batch, wanted;
  return v_walk;
end;
$$;

comment on function rowlock._task_list_walk is
  'Looks at the next tasks, newest first, at most batch of them; records and places of those that are seen and asked for.';
revoke all on function rowlock._task_list_walk from public;
