-- rowlock._process_stats(origin_ids, access): what the tasks and rows of these origins come to, for the actor.
-- Reads: rowlock.task, rowlock.escalation.
create or replace function rowlock._process_stats(
  origin_ids text[],
  access     rowlock.access
)
returns setof rowlock.process_info
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now constant timestamptz := clock_timestamp();
begin
  return query
    with mine as materialized (
      select t.*
      from unnest(origin_ids) o (origin_id)
      -- Origin by origin, whatever the planner thinks of the whole table.
      cross join lateral (
        select
          k.id, k.origin_id, k.status, k.workflow_type, k.initiated_by, k.escalation_id, k.created_at, k.completed_at
        from rowlock.task k
        where k.origin_id = o.origin_id
        offset 0
      ) t
      cross join lateral rowlock._task_scope(
        id => t.id, initiated_by => t.initiated_by, escalation_id => t.escalation_id, access => _process_stats.access) s (whole)
    ),
    jobs as (
      select
        m.origin_id, (array_agg(m.workflow_type order by m.created_at, m.id))[1] as workflow_type, count(*) as tasks,
        count(*) filter (where m.completed_at is null) as open,
        count(*) filter (where m.status = 'needs_intervention') as needs_intervention,
        count(*) filter (where m.status = 'completed') as completed,
        count(*) filter (where m.status = 'failed') as failed,
        count(*) filter (where m.status = 'cancelled') as cancelled,
        min(m.created_at) as started_at, max(m.completed_at) as ended_at
      from mine m
      group by m.origin_id
    ),
    -- A row is of a process by its origin, by its task, or because triage opened a task for it.
    ties as (
      select j.origin_id, e.id
      from jobs j
      cross join lateral (select k.id from rowlock.escalation k where k.origin_id = j.origin_id offset 0) e
      union
      select m.origin_id, e.id
      from mine m
      cross join lateral (select k.id from rowlock.escalation k where k.task_id = m.id offset 0) e
      union
      select m.origin_id, m.escalation_id from mine m where m.escalation_id is not null
    ),
    questions as (
      select
        i.origin_id, count(*) as escalations,
        count(*) filter (where e.status = 'pending' and (e.expires_at is null or e.expires_at > v_now)) as open
      from ties i
      cross join lateral (
        select k.role, k.assigned_to, k.status, k.expires_at from rowlock.escalation k where k.id = i.id offset 0) e
      where rowlock._can_read(_process_stats.access, e.role, e.assigned_to)
      group by i.origin_id
    )
    select
      j.origin_id,
      case
        when j.needs_intervention > 0 or coalesce(q.open, 0) > 0 then 'escalated'
        when j.open > 0 then 'active'
        else 'completed'
      end,
      j.workflow_type, j.tasks, j.open, j.needs_intervention, j.completed, j.failed, j.cancelled,
      coalesce(q.escalations, 0), coalesce(q.open, 0), j.started_at, case when j.open = 0 then j.ended_at end
    from jobs j
    left join questions q on q.origin_id = j.origin_id;
end;
$$;

comment on function rowlock._process_stats is
  'One row an origin of which the actor sees a task; tasks and rows out of scope are not counted. A due row is not open.';
revoke all on function rowlock._process_stats from public;
