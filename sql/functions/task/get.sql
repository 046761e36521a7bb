-- rowlock.task_get(id, actor): one task, and its rows.
-- Reads: rowlock.task, rowlock.escalation.
create or replace function rowlock.task_get(
  id    uuid,
  actor uuid default rowlock.actor_current()
)
returns rowlock.task_view
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_view   rowlock.task_view;
begin
  v_view := rowlock._task_seen(id => id, access => v_access);
  select coalesce(jsonb_agg(rowlock._escalation_record(e) order by e.created_at, e.id), '[]')
  into v_view.escalations
  from (
    select r.*
    from rowlock.escalation r
    where r.id = any (array(
        select k.id from rowlock.escalation k where k.task_id = task_get.id
        union all
        select (v_view.task).escalation_id))
      and rowlock._can_read(v_access, r.role, r.assigned_to)
    order by r.created_at, r.id
    limit 100
  ) e;
  return v_view;
end;
$$;

comment on function rowlock.task_get is
  'The task, and the first 100 of its rows that the actor can read (all: escalation_list by task_id). Its initiator, admins of a role of its rows and global callers see it whole; who reads one of its rows, without payloads. Raises PT400, PT401, PT403, PT404.';
revoke all on function rowlock.task_get from public;
select rowlock._function_grant('task_get', 'service', 'user', 'proxy');
