-- rowlock.origin_timeline(origin_id, max_rows, skip_rows, actor): everything that shares an origin, in order of time.
-- Reads: rowlock.work_item, rowlock.run, rowlock.escalation, rowlock.task, rowlock.event.
create or replace function rowlock.origin_timeline(
  origin_id text,
  max_rows  integer default 500,
  skip_rows integer default 0,
  actor     uuid default rowlock.actor_current()
)
returns setof rowlock.origin_entry
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_items  uuid[];
begin
  perform rowlock._argument_text(field => 'origin_id', value => origin_id, required => true);
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 1000);
  perform rowlock._argument_range(field => 'skip_rows', value => skip_rows, low => 0, high => 2147483647);

  v_items := rowlock._origin_work_items(origin_id => origin_id, access => v_access);
  -- Places first, records of the page alone: a long story costs what is shown of it.
  return query
  with seen_task as materialized (
    select t.id, t.created_at, s.whole
    from rowlock.task t
    cross join lateral rowlock._task_scope(
      id => t.id, initiated_by => t.initiated_by, escalation_id => t.escalation_id, access => v_access) s (whole)
    where t.origin_id = origin_timeline.origin_id
  ),
  page as materialized (
    select p.*
    from (
      select k.created_at as at, 1 as rank, 'task' as kind, k.id::text as id, 0::bigint as seq, k.whole from seen_task k
      union all
      select w.created_at, 2, 'work_item', w.id::text, 0, null from rowlock.work_item w where w.id = any (v_items)
      union all
      select r.created_at, 3, 'run', r.id::text, 0, null from rowlock.run r where r.origin_id = origin_timeline.origin_id
      union all
      select e.created_at, 4, 'escalation', e.id::text, 0, null
      from rowlock.escalation e
      where e.origin_id = origin_timeline.origin_id and rowlock._can_read(v_access, e.role, e.assigned_to)
      union all
      select v.occurred_at, 5, 'event', v.seq::text, v.seq, null
      from rowlock.event v
      where v.origin_id = origin_timeline.origin_id
        and case v.subject_type
          when 'task' then exists (select from seen_task k where k.id::text = v.subject_id)
          else rowlock._can_read_event(v_access, v.topic, v.role, v.assigned_to)
        end
    ) p
    order by p.at, p.rank, p.seq, p.id
    limit origin_timeline.max_rows offset origin_timeline.skip_rows
  )
  select
    p.at, p.kind, p.id,
    case p.kind
      when 'task' then (
        select rowlock._task_record(task => t, whole => p.whole) from rowlock.task t where t.id = p.id::uuid)
      when 'work_item' then (select rowlock._work_item_record(w) from rowlock.work_item w where w.id = p.id::uuid)
      when 'run' then (select rowlock._run_record(r) from rowlock.run r where r.id = p.id::uuid)
      when 'escalation' then (select rowlock._escalation_record(e) from rowlock.escalation e where e.id = p.id::uuid)
      else (select rowlock._event_frame(v) from rowlock.event v where v.seq = p.seq)
    end
  from page p
  order by p.at, p.rank, p.seq, p.id;
  if not found and skip_rows = 0 then
    raise exception 'origin does not exist'
      using errcode = 'PT404', constraint = 'origin_exists',
            detail = jsonb_build_object('reason', 'not_found', 'origin_id', origin_id)::text,
            hint = 'Nothing of this origin is known, or nothing that you can see.';
  end if;
end;
$$;

comment on function rowlock.origin_timeline is
  'Tasks, work items, runs and escalations of an origin by their creation, as they are now, and the events of all of them as they happened; what the actor cannot see is left out. The items are those below the one that the origin names, and those of its runs and escalations. Up to max_rows (1 to 1000). Raises PT400, PT401, PT403, PT404.';
revoke all on function rowlock.origin_timeline from public;
select rowlock._function_grant('origin_timeline', 'service', 'user', 'proxy');
