-- rowlock._process_walk(key, status, access, batch, wanted): one step of a list of processes, over the next tasks.
-- Reads: rowlock.task, rowlock.escalation.
create or replace function rowlock._process_walk(
  key    jsonb,
  status text,
  access rowlock.access,
  batch  integer,
  wanted integer
)
returns rowlock.task_walk
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_walk rowlock.task_walk;
begin
  with walk as materialized (
    select t.id, t.origin_id, t.created_at
    from rowlock.task t
    where (t.created_at, t.id) < (
      coalesce((_process_walk.key ->> 0)::timestamptz, 'infinity'),
      coalesce((_process_walk.key ->> 1)::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
    order by t.created_at desc, t.id desc
    limit _process_walk.batch
  ),
  -- A process stands where its first task does.
  first as materialized (
    select w.id, w.origin_id, w.created_at
    from walk w
    where w.id = (
      select f.id from rowlock.task f where f.origin_id = w.origin_id order by f.created_at, f.id limit 1)
  ),
  page as (
    select f.id, f.created_at, p as process
    from rowlock._process_stats(
      origin_ids => array(select f.origin_id from first f), access => _process_walk.access) p
    join first f on f.origin_id = p.origin_id
    where _process_walk.status is null or p.status = _process_walk.status
    order by f.created_at desc, f.id desc
    limit _process_walk.wanted
  )
  select
    (select coalesce(jsonb_agg(rowlock._process_record(p.process) order by p.created_at desc, p.id desc), '[]') from page p),
    (select coalesce(jsonb_agg(jsonb_build_array(p.created_at, p.id) order by p.created_at desc, p.id desc), '[]') from page p),
    (select count(*) from walk w),
    (select jsonb_build_array(w.created_at, w.id) from walk w order by w.created_at, w.id limit 1)
  into v_walk;
  return v_walk;
end;
$$;

comment on function rowlock._process_walk is
  'Looks at the next tasks, newest first, at most batch of them; records and places of the processes that begin there and are seen.';
revoke all on function rowlock._process_walk from public;
