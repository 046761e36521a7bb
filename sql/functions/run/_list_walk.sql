-- rowlock._run_list_walk(query, batch, wanted): one step of a list, over the next runs of one index.
-- Reads: rowlock.run, rowlock.work_item, rowlock.project, rowlock.host, rowlock.escalation.
create or replace function rowlock._run_list_walk(
  query  jsonb,
  batch  integer,
  wanted integer
)
returns rowlock.run_walk
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_open text[] := array(select jsonb_array_elements_text(query -> 'status'));
  v_walk rowlock.run_walk;
begin
  if query ->> 'parked' = 'true' then
    v_open := '{running}';
  elsif v_open && '{exited,failed,stopped}' then
    v_open := '{}';
  end if;
  -- Dynamic, so that each step has the plan of its index: the text is made of these constants, the values are bound.
  -- Runs that are open are few, and have indexes of their own.
  execute format($q$
    with walk as materialized (
      select r.id, r.created_at, r.status, r.host_id, r.work_item_id, r.origin_id
      from rowlock.run r
      where %s and %s
        and (r.created_at, r.id) < (
          coalesce(($1 #>> '{key,0}')::timestamptz, 'infinity'),
          coalesce(($1 #>> '{key,1}')::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
      order by r.created_at desc, r.id desc
      limit $2
    ),
    found as materialized (
      select w.id, w.created_at
      from walk w
      where (not $1 ? 'work_item_id' or w.work_item_id = ($1 ->> 'work_item_id')::uuid)
        and (not $1 ? 'origin_id' or w.origin_id = ($1 ->> 'origin_id'))
        and (not $1 ? 'host_id' or w.host_id = ($1 ->> 'host_id')::uuid)
        and (not $1 ? 'project_id' or exists (
          select from rowlock.work_item i
          where i.id = w.work_item_id and i.project_id = ($1 ->> 'project_id')::uuid))
        and (not $1 ? 'status' or $1 -> 'status' ? w.status)
        and (not $1 ? 'parked' or rowlock._run_parked(id => w.id, status => w.status) = ($1 ->> 'parked')::boolean)
      order by w.created_at desc, w.id desc
      limit $3
    )
    select
      (select coalesce(jsonb_agg(rowlock._run_shown(run => r) order by f.created_at desc, f.id desc), '[]')
       from found f join rowlock.run r on r.id = f.id),
      (select coalesce(jsonb_agg(jsonb_build_array(f.created_at, f.id) order by f.created_at desc, f.id desc), '[]') from found f),
      (select count(*) from walk w),
      (select jsonb_build_array(w.created_at, w.id) from walk w order by w.created_at, w.id limit 1)$q$,
    case
      when query ? 'work_item_id' then $p$r.work_item_id = ($1 ->> 'work_item_id')::uuid$p$
      when query ? 'origin_id' then $p$r.origin_id = ($1 ->> 'origin_id')$p$
      else 'true'
    end,
    case when v_open = '{}' then 'true' else format('r.status = any (%L)', v_open) end)
  into v_walk
  using query, batch, wanted;
  return v_walk;
end;
$$;

comment on function rowlock._run_list_walk is
  'Looks at the next runs, newest first, at most batch of them; records and places of those that are asked for.';
revoke all on function rowlock._run_list_walk from public;
