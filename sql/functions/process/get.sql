-- rowlock.process_get(origin_id, actor): one process, and its tasks.
-- Reads: rowlock.task, rowlock.escalation.
create or replace function rowlock.process_get(
  origin_id text,
  actor     uuid default rowlock.actor_current()
)
returns rowlock.process_view
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_view   rowlock.process_view;
begin
  perform rowlock._argument_text(field => 'origin_id', value => origin_id, required => true);
  select p into v_view.process
  from rowlock._process_stats(origin_ids => array[process_get.origin_id], access => v_access) p;
  if not found then
    raise exception 'process does not exist'
      using errcode = 'PT404', constraint = 'process_exists',
            detail = jsonb_build_object('reason', 'not_found', 'origin_id', origin_id)::text,
            hint = 'No task of this origin is known, or none that you can see.';
  end if;

  select coalesce(jsonb_agg(rowlock._task_record(task => k.task, whole => k.whole)
    order by (k.task).created_at, (k.task).id), '[]')
  into v_view.tasks
  from (
    select t as task, s.whole
    from rowlock.task t
    cross join lateral rowlock._task_scope(
      id => t.id, initiated_by => t.initiated_by, escalation_id => t.escalation_id, access => v_access) s (whole)
    where t.origin_id = process_get.origin_id
    order by t.created_at, t.id
    limit 100
  ) k;
  return v_view;
end;
$$;

comment on function rowlock.process_get is
  'The process as process_list has it, and the first 100 of its tasks that the actor sees (all: task_list by origin_id). Raises PT400, PT401, PT403, PT404.';
revoke all on function rowlock.process_get from public;
select rowlock._function_grant('process_get', 'service', 'user', 'proxy');
